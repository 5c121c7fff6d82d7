/** `20,000` is twenty thousand to some people and twenty to others. */
export const isAmbiguous = (number: string): boolean => /^\d{1,3}[.,]\d{3}$/.test(number);

/** For a field, written so that it is read as this number. */
export const numberText = (number: number): string => (isAmbiguous(String(number)) ? `${number}0` : String(number));
