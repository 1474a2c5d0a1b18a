import fc from 'fast-check'

// A failed property prints the error of its counterexample. fast-check would give it as `cause`, which reports leave out.
fc.configureGlobal({ ...fc.readConfigureGlobal(), includeErrorInReport: true })
