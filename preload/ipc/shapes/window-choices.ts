/**
 * How the window shows things, and whether it notifies in a browser, by the person's choice. These are settings of this computer. Whoever serves the
 * page writes them into it, so that its first frame has them: the storage of a browser belongs to the origin of one run.
 */
export type WindowChoices = {
  readonly theme: 'system' | 'light' | 'dark';
  readonly filesView: 'list' | 'grid';
  /** Of two versions of a file. */
  readonly comparison: 'sides' | 'inline';
  /** Whether the person allowed notifications in a browser, which keeps that for the origin of one run. */
  readonly browserNotices: 'off' | 'on';
};
export type ChoiceName = keyof WindowChoices;
export type FilesView = WindowChoices['filesView'];

type IdsOf<Id> = readonly [Id, ...Id[]];

/** The ids of each choice; the first holds until the person chooses. */
export const windowChoices: { readonly [Name in ChoiceName]: IdsOf<WindowChoices[Name]> } = {
  theme: ['system', 'light', 'dark'],
  filesView: ['list', 'grid'],
  comparison: ['sides', 'inline'],
  browserNotices: ['off', 'on'],
};

/** The choices of a person who has made none. */
export const firstChoices: WindowChoices = {
  theme: windowChoices.theme[0],
  filesView: windowChoices.filesView[0],
  comparison: windowChoices.comparison[0],
  browserNotices: windowChoices.browserNotices[0],
};
