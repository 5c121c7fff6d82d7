import { createContext, useContext } from 'react';

/** The errors of a form's fields, and a way to clear one when its field is edited. */
export type FieldErrors = {
  readonly of: (name: string) => string | null;
  readonly clearFieldError: (name: string) => void;
};

const FieldErrorsContext = createContext<FieldErrors>({ of: () => null, clearFieldError: () => undefined });

export const FieldErrorsProvider = FieldErrorsContext.Provider;

/** The error of this field; null for none. */
export function useFieldError(name: string): {
  readonly sentence: string | null;
  readonly clearFieldError: () => void;
} {
  const { of, clearFieldError } = useContext(FieldErrorsContext);
  return {
    sentence: of(name),
    clearFieldError: () => clearFieldError(name),
  };
}
