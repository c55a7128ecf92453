/** A hook of Node's module loader: `@jest/globals` works inside of Jest only. */
export function resolve(specifier, context, next) {
  if (specifier !== '@jest/globals') return next(specifier, context)
  return { url: new URL('./jest-globals.js', import.meta.url).href, shortCircuit: true }
}
