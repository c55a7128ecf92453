import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  GraphQLIncludeDirective,
  type GraphQLNamedType,
  type GraphQLSchema,
  GraphQLSkipDirective,
  getArgumentValues,
  getDirectiveValues,
  getNamedType,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
} from 'graphql'
import type { GitHubErrorType } from './errors.ts'

/** The most nodes a query may ask for, counted by its `first` and `last`, not by what exists. */
export const NODE_LIMIT = 500_000

/** A page size that GitHub refuses, found before executing. */
export interface CostRefusal {
  type: GitHubErrorType
  path: string[]
  message: string
}

/** What GitHub charges for a query, by the sizes it asks for. */
export interface QueryCost {
  /** Requests GitHub would make to fill every connection if each page were full. */
  requests: number
  nodes: number
  points: number
  refusals: CostRefusal[]
}

interface Field {
  definition: GraphQLField<unknown, unknown>
  node: FieldNode
  selections: SelectionNode[]
}

/**
 * Prices an operation by GitHub's documented rule: the requests of each unique connection, assuming that every
 * parent page is full, divided by 100, rounded, at least one.
 */
export function queryCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): QueryCost {
  const fragments = new Map<string, FragmentDefinitionNode>()
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition)
  }
  const cost: QueryCost = { requests: 0, nodes: 0, points: 1, refusals: [] }

  function included(selection: SelectionNode): boolean {
    if (getDirectiveValues(GraphQLSkipDirective, selection, variables)?.if === true) return false
    return getDirectiveValues(GraphQLIncludeDirective, selection, variables)?.if !== false
  }

  function collect(type: GraphQLNamedType, selections: readonly SelectionNode[], into: Map<string, Field>): void {
    for (const selection of selections) {
      if (!included(selection)) continue
      if (selection.kind === Kind.FIELD) {
        collectField(type, selection, into)
      } else {
        const fragment = selection.kind === Kind.INLINE_FRAGMENT ? selection : fragments.get(selection.name.value)
        if (fragment === undefined) continue
        const condition = fragment.typeCondition?.name.value
        const narrowed = condition === undefined ? type : schema.getType(condition)
        if (narrowed !== undefined) collect(narrowed, fragment.selectionSet.selections, into)
      }
    }
  }

  function collectField(type: GraphQLNamedType, node: FieldNode, into: Map<string, Field>): void {
    const fields = isObjectType(type) || isInterfaceType(type) ? type.getFields() : {}
    const definition = fields[node.name.value]
    if (definition === undefined) return
    const key = `${type.name}.${node.alias?.value ?? node.name.value}`
    const seen = into.get(key)
    const selections = [...(node.selectionSet?.selections ?? [])]
    if (seen === undefined) into.set(key, { definition, node, selections })
    else seen.selections.push(...selections)
  }

  function walk(type: GraphQLNamedType, selections: readonly SelectionNode[], times: number, path: string[]): void {
    const fields = new Map<string, Field>()
    collect(type, selections, fields)
    for (const { definition, node, selections: below } of fields.values()) {
      const here = [...path, node.alias?.value ?? node.name.value]
      walk(getNamedType(definition.type), below, times * multiplier(definition, node, times, here), here)
    }
  }

  function multiplier(definition: Field['definition'], node: FieldNode, times: number, path: string[]): number {
    if (!isConnection(definition)) return 1
    const values = getArgumentValues(definition, node, variables)
    const size = pageSize(definition.name, values, path, cost.refusals)
    cost.requests += times
    cost.nodes += times * size
    return size
  }

  const root = schema.getRootType(operation.operation)
  if (root !== null && root !== undefined) walk(root, operation.selectionSet.selections, 1, [])
  cost.points = Math.max(1, Math.round(cost.requests / 100))
  if (cost.nodes > NODE_LIMIT) cost.refusals.push(tooManyNodes(cost.nodes))
  return cost
}

function isConnection(definition: GraphQLField<unknown, unknown>): boolean {
  return (
    getNamedType(definition.type).name.endsWith('Connection') &&
    definition.args.some((argument) => argument.name === 'first')
  )
}

function pageSize(field: string, values: Record<string, unknown>, path: string[], refusals: CostRefusal[]): number {
  const [name, size] = typeof values.first === 'number' ? ['first', values.first] : ['last', values.last]
  if (typeof size !== 'number') {
    refusals.push({
      type: 'MISSING_PAGINATION_BOUNDARIES',
      path,
      message: `You must provide a \`first\` or \`last\` value to properly paginate the \`${field}\` connection.`,
    })
    return 1
  }
  if (size < 1 || size > 100) {
    refusals.push({
      type: 'EXCESSIVE_PAGINATION',
      path,
      message:
        size > 100
          ? `Requesting ${size} records on the \`${field}\` connection exceeds the \`${name}\` limit of 100 records.`
          : `\`${name}\` on the \`${field}\` connection cannot be less than one.`,
    })
  }
  return size
}

function tooManyNodes(nodes: number): CostRefusal {
  return {
    type: 'MAX_NODE_LIMIT_EXCEEDED',
    path: [],
    message:
      `This query requests up to ${nodes.toLocaleString('en-US')} possible nodes which exceeds the maximum ` +
      `limit of ${NODE_LIMIT.toLocaleString('en-US')}.`,
  }
}
