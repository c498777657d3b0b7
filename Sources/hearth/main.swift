// The command line starts here.
print("hearth")
