/**
 * The header of a 503 that concerns one content alone. Without it, a 503 concerns the whole service, and a client sends nothing before
 * `Retry-After`.
 */
export const UNAVAILABLE_CONTENT_HEADER = 'svc-unavailable-content';
