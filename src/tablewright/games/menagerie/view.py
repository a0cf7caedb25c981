from tablewright.engine import Move,Prompt,Table
def move(s,k,a): return Move(a,str(a))
def table(s,k,seat): return Table((),(),Prompt("x","x"))
def tell(*a): return []
