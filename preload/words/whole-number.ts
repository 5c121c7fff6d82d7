/**
 * A whole number of at least 0 with a comma between its thousands: `12,345`. `toLocaleString` gives the same, but loads the number formats
 * of all languages first, which takes longer than most commands.
 */
export const wholeNumber = (amount: number): string => String(amount).replace(/\B(?=(?:\d{3})+$)/g, ',');
