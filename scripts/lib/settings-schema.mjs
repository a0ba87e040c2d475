/**
 * The JSON Schema (draft 7) of a ConfigMap of deploy/kubernetes/settings.yaml. A secret has no place in a ConfigMap: of those, only the path of
 * a file is accepted.
 *
 * @param programs  The settings of each program by the name of its ConfigMap.
 */
export function settingsSchema(programs) {
  const names = Object.keys(programs)
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Settings of Sallyport’s programs on Kubernetes',
    type: 'object',
    required: ['apiVersion', 'kind', 'metadata', 'data'],
    properties: {
      apiVersion: { const: 'v1' },
      kind: { const: 'ConfigMap' },
      metadata: {
        type: 'object',
        required: ['name'],
        properties: { name: { enum: names } },
      },
    },
    allOf: names.map((name) => ({
      if: {
        properties: { metadata: { type: 'object', properties: { name: { const: name } } } },
      },
      // biome-ignore lint/suspicious/noThenProperty: the word of JSON Schema.
      then: { properties: { data: dataOf(programs[name]) } },
    })),
  }
}

function dataOf(settings) {
  const properties = Object.entries(settings).map(([name, setting]) => [
    setting.secret === undefined ? name : `${name}_FILE`,
    { type: 'string', minLength: 1, description: setting.meaning },
  ])
  return {
    type: 'object',
    additionalProperties: false,
    properties: Object.fromEntries(properties),
  }
}
