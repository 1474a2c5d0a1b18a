import fc from 'fast-check'

// Prints the error of the counterexample if a property fails. By default fast-check sets the error as `cause`, which
// test reports do not show.
fc.configureGlobal({ ...fc.readConfigureGlobal(), includeErrorInReport: true })
