// Lets a dependency that imports JSON without `with { type: 'json' }` load under Node 24. For tools only.
import { registerHooks } from 'node:module';

registerHooks({
  load: (url, context, next) =>
    url.endsWith('.json') && context.importAttributes?.type === undefined && context.format !== 'commonjs'
      ? next(url, { ...context, importAttributes: { ...context.importAttributes, type: 'json' } })
      : next(url, context),
});
