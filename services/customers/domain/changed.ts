// The changes of an update.

/** The named fields with their new values. */
export type Changed<Whole> = { readonly [Name in keyof Whole]?: Whole[Name] | undefined };
