import { z } from 'zod';

/** A notification of PostgreSQL carries at most 8,000 bytes: ids of up to 16 digits with counts of up to 10. */
const usersPerMessage = 200;

const messageSchema = z.array(z.tuple([z.string(), z.number().int().positive()]));

/** The counts as messages of at most 8,000 bytes: JSON arrays of pairs of user id and count. */
export function countsToMessages(counts: ReadonlyMap<string, number>): readonly string[] {
  const entries = [...counts];
  const messages: string[] = [];
  for (let start = 0; start < entries.length; start += usersPerMessage) {
    messages.push(JSON.stringify(entries.slice(start, start + usersPerMessage)));
  }
  return messages;
}

/** The counts of a message; none of one that is malformed, as a process of another release may send. */
export function countsOfMessage(message: string): ReadonlyMap<string, number> {
  try {
    const read = messageSchema.safeParse(JSON.parse(message));
    return new Map(read.success ? read.data : []);
  } catch {
    return new Map();
  }
}
