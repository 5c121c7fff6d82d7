/** The answer about the one thing that was asked about, by an operation that answers about many. */
export function theOne<T>(answers: readonly T[]): T {
  const [answer] = answers;
  if (answer === undefined) throw new Error('There is no answer about a thing that exists.');
  return answer;
}
