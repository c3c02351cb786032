import { registerHooks } from 'node:module'

// For NODE_OPTIONS: a process says on standard output which modules of OpenTelemetry it loads.
registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier.startsWith('@opentelemetry/')) process.stdout.write(`loads ${specifier}\n`)
    return next(specifier, context)
  },
})
