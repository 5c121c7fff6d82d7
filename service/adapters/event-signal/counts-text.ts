import { z } from 'zod';

const messageSchema = z.array(z.tuple([z.string(), z.number().int().positive()]));

/** The counts as messages of at most so many bytes: JSON arrays of pairs of user id and count. An id is a number. */
export function countsToMessages(counts: ReadonlyMap<string, number>, longestBytes: number): readonly string[] {
  const messages: string[] = [];
  let pairs = '';
  for (const pair of counts) {
    const text = JSON.stringify(pair);
    // Two brackets and a comma come with it.
    if (pairs !== '' && pairs.length + text.length + 3 > longestBytes) {
      messages.push(`[${pairs}]`);
      pairs = '';
    }
    pairs += pairs === '' ? text : `,${text}`;
  }
  return pairs === '' ? messages : [...messages, `[${pairs}]`];
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
