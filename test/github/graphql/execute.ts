import {
  type DocumentNode,
  execute,
  type GraphQLError,
  type GraphQLFieldResolver,
  getOperationAST,
  type OperationDefinitionNode,
  parse,
  validate,
} from 'graphql'
import { type GraphqlContext, unsupported } from './context.ts'
import { type QueryCost, queryCost } from './cost.ts'
import { type AnsweredError, answeredError, answeredValidationError } from './errors.ts'
import { resolvers } from './resolvers/index.ts'
import { githubSchema } from './schema.ts'

/** A query that passed the schema, and its price. */
export interface PreparedQuery {
  document: DocumentNode
  operation: OperationDefinitionNode
  variables: Record<string, unknown>
  cost: QueryCost
}

export interface GraphqlAnswer {
  data?: unknown
  errors?: AnsweredError[]
}

interface CheckedDocument {
  document: DocumentNode
  errors: AnsweredError[]
}

const KEPT_DOCUMENTS = 500
const checked = new Map<string, CheckedDocument>()

/** Parses and validates a query text, once for each text. */
function checkedDocument(query: string): CheckedDocument {
  const known = checked.get(query)
  if (known !== undefined) return known
  const document = parse(query)
  const found = { document, errors: validate(githubSchema(), document).map(answeredValidationError) }
  if (checked.size >= KEPT_DOCUMENTS) checked.clear()
  checked.set(query, found)
  return found
}

/** Checks and prices a request; what GitHub would refuse before executing comes back as `errors`. */
export function prepare(
  query: string,
  variables: Record<string, unknown>,
  operationName: string | null,
): PreparedQuery | { errors: AnsweredError[] } {
  let document: CheckedDocument
  try {
    document = checkedDocument(query)
  } catch (error) {
    return { errors: [{ message: (error as GraphQLError).message, locations: (error as GraphQLError).locations }] }
  }
  if (document.errors.length > 0) return { errors: document.errors }
  const operation = getOperationAST(document.document, operationName)
  if (operation === null || operation === undefined) return { errors: [{ message: 'No operation to execute' }] }
  const cost = queryCost(githubSchema(), document.document, operation, variables)
  return { document: document.document, operation, variables, cost }
}

const fieldResolver: GraphQLFieldResolver<unknown, GraphqlContext> = (source, args, context, info) => {
  const resolver = resolvers[info.parentType.name]?.[info.fieldName]
  if (resolver !== undefined) return resolver(source as never, args as never, context)
  // Sources of the world answer by their resolvers only; pages, sums and the like are given as they are.
  if (typeof source === 'object' && source !== null && !('__typename' in source) && info.fieldName in source) {
    return (source as Record<string, unknown>)[info.fieldName]
  }
  return unsupported(context, `${info.parentType.name}.${info.fieldName}`)
}

/** Runs a prepared query as the caller of the view. `unsupported` collects what was asked and is not simulated. */
export async function run(prepared: PreparedQuery, surroundings: GraphqlContext): Promise<GraphqlAnswer> {
  if (prepared.cost.refusals.length > 0) return { data: null, errors: prepared.cost.refusals }
  const result = await execute({
    schema: githubSchema(),
    document: prepared.document,
    operationName: prepared.operation.name?.value,
    variableValues: prepared.variables,
    contextValue: surroundings,
    fieldResolver,
  })
  if (result.errors === undefined) return { data: result.data }
  return { data: result.data ?? null, errors: result.errors.map(answeredError) }
}
