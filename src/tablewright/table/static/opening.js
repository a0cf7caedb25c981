// Opens the saved game that the address carries after its #, at the decision that it names.

const carried = new URLSearchParams(location.hash.slice(1));
const form = new FormData();
form.append("file", new File([carried.get("record") ?? ""], "example.json"));
const answer = await fetch("/records", { method: "POST", body: form, headers: { accept: "application/json" } });
if (answer.ok) location.replace(`${answer.url}?at=${Number(carried.get("at"))}`);
else document.getElementById("notice").textContent = (await answer.json()).detail;

export {}; // a module, so that it may wait
