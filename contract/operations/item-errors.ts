/** Error codes of an operation on an item: it is missing, in the trash, or out of the caller's reach. */
export const itemAccessErrors = ['not_found', 'trashed', 'access_denied_insufficient_permissions'] as const;

/** Error codes of a new name for an item. */
export const itemNameErrors = ['item_name_invalid', 'item_name_too_long', 'item_name_in_use'] as const;
