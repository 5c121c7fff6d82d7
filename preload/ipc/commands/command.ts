import { z } from 'zod';

/** One line of the table of commands. */
export function command<Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) {
  return { input, output } as const;
}

/** For lists that can be long. */
export const page = {
  limit: z.number().int().min(1).max(1_000).default(100),
  offset: z.number().int().min(0).default(0),
};
