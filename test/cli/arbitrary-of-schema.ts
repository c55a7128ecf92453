import fc from 'fast-check'
import { z } from 'zod'

/** Any value that a schema takes, of the kinds of schema that saved facts are made of. */
export function arbitraryOf(schema: z.core.$ZodType): fc.Arbitrary<unknown> {
  if (schema instanceof z.ZodObject) return objectOf(schema)
  if (schema instanceof z.ZodArray) return arrayOf(schema)
  if (schema instanceof z.ZodUnion) return fc.oneof(...schema.options.map((option) => arbitraryOf(option)))
  if (schema instanceof z.ZodNullable) return fc.option(arbitraryOf(schema.unwrap()), { nil: null })
  if (schema instanceof z.ZodRecord) return recordOf(schema)
  if (schema instanceof z.ZodEnum) return fc.constantFrom(...schema.options)
  if (schema instanceof z.ZodLiteral) return fc.constantFrom(...schema.values)
  if (schema instanceof z.ZodString) return fc.string({ unit: 'binary', maxLength: 20 })
  if (schema instanceof z.ZodNumber) return fc.nat()
  if (schema instanceof z.ZodBoolean) return fc.boolean()
  throw new Error(`no values of ${schema.constructor.name} are made`)
}

/** Some lists may not be empty. */
function arrayOf(schema: z.ZodArray): fc.Arbitrary<unknown> {
  const list = fc.array(arbitraryOf(schema.element), { maxLength: 3 })
  return schema.safeParse([]).success ? list : list.filter(({ length }) => length > 0)
}

function objectOf(schema: z.ZodObject): fc.Arbitrary<unknown> {
  const fields = Object.entries(schema.shape).map(([key, value]) => ({ key, value }))
  const required = fields.filter(({ value }) => !(value instanceof z.ZodExactOptional)).map(({ key }) => key)
  const model = Object.fromEntries(
    fields.map(({ key, value }) => [key, arbitraryOf(value instanceof z.ZodExactOptional ? value.unwrap() : value)]),
  )
  return fc.record(model, { requiredKeys: required, noNullPrototype: true })
}

/** A record by an enum has every key. */
function recordOf({ keyType, valueType }: z.ZodRecord): fc.Arbitrary<unknown> {
  const value = arbitraryOf(valueType)
  if (keyType instanceof z.ZodEnum) {
    return fc.record(Object.fromEntries(keyType.options.map((key) => [key, value])), { noNullPrototype: true })
  }
  return fc.dictionary(fc.string(), value, { maxKeys: 3, noNullPrototype: true })
}
