// A JSON schema, or a part of the document that contains some.

export type Schema = { [key: string]: unknown };
