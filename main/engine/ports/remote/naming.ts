/** A comment that names people, or a task that is given to someone. */
export type Naming = {
  /** The same in each report of the service. */
  readonly id: string;
  readonly what: 'comment' | 'task';
  readonly by: { readonly id: string; readonly name: string };
  /** The ids of the named people. */
  readonly people: readonly string[];
  /** The file, or the comment that is answered. */
  readonly on: { readonly type: 'file' | 'comment'; readonly id: string };
  readonly text: string;
};
