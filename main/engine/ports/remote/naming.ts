/** A comment that names people, or a task that is given to someone. */
export type Naming = {
  /** The same each time that the service reports it. */
  readonly id: string;
  readonly what: 'comment' | 'task';
  readonly by: { readonly id: string; readonly name: string };
  /** The ids of those who are named. */
  readonly people: readonly string[];
  /** The file, or the comment that is answered. */
  readonly on: { readonly type: 'file' | 'comment'; readonly id: string };
  readonly text: string;
};
