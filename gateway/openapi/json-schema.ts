// A JSON schema, or a part of the document that holds some.

export type Schema = { [key: string]: unknown };
