/** Whether a text has the form of an email address. Only a message to it would prove more. */
export const isEmailAddress = (text: string): boolean => /^[^\s@]{1,64}@[^\s@]{1,190}$/.test(text);
