// What an update says of a record.

/** The fields that it names, with their new values. */
export type Changed<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };
