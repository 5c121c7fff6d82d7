import { createContext, useContext } from 'react';

/** The errors of a form's fields, and a way to clear one when its field is edited. */
export type FieldErrors = {
  readonly of: (name: string) => readonly string[];
  readonly clearFieldError: (name: string) => void;
};

const FieldErrorsContext = createContext<FieldErrors>({ of: () => [], clearFieldError: () => undefined });

export const FieldErrorsProvider = FieldErrorsContext.Provider;

/** The error of this field; null for none. */
export function useFieldError(name: string): {
  readonly sentence: string | null;
  readonly clearFieldError: () => void;
} {
  const { of, clearFieldError } = useContext(FieldErrorsContext);
  const sentences = of(name);
  return {
    sentence: sentences.length === 0 ? null : sentences.join(' '),
    clearFieldError: () => clearFieldError(name),
  };
}
