/** Request headers of the interface, with their public names in the format. A service takes either, a client sends both. */
export const publicHeaderNames = { svcapi: 'boxapi', 'svc-version': 'box-version' } as const;
