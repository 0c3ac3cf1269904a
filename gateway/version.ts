// The version of the contract.

/** The prefix of every path of the contract. */
export const versionPrefix = '/2025-10-13';
