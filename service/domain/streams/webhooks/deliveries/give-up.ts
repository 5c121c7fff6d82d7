/** The fields of a delivery that is sent no more. */
export const givenUp = { status: 'given_up', nextTryAt: null } as const;
