import type { ConflictAnswer } from './shapes/drop.ts';

/** The person's choice for the files of one upload whose names are taken. Made once, for the files that wait for it then. */
export type UploadChoice = {
  /** How a file is announced. Another file of the upload may have taken its name, so one that the choice was not made for keeps both. */
  readonly of: (fileId: number) => 'ask' | ConflictAnswer;
  /** Waits for the choice for these files. Null: all of them were cancelled. */
  readonly ask: (fileIds: readonly number[]) => Promise<ConflictAnswer | null>;
  /** The number of files that wait for the choice. */
  readonly asking: () => number;
  readonly make: (answer: ConflictAnswer) => void;
  /** A cancelled file no longer waits. Null: all of them. */
  readonly cancel: (fileId: number | null) => void;
};

type Question = { readonly waiting: Set<number>; readonly end: (answer: ConflictAnswer | null) => void };

export function uploadChoice(first: 'keep-both' | null = null): UploadChoice {
  let now: ConflictAnswer | null = first;
  const madeFor = new Set<number>();
  const questions = new Set<Question>();
  const end = (question: Question, answer: ConflictAnswer | null): void => {
    questions.delete(question);
    question.end(answer);
  };
  return {
    of(fileId) {
      if (now === null) return 'ask';
      return madeFor.has(fileId) ? now : 'keep-both';
    },
    async ask(fileIds) {
      if (now !== null) return 'keep-both';
      const { promise, resolve } = Promise.withResolvers<ConflictAnswer | null>();
      questions.add({ waiting: new Set(fileIds), end: resolve });
      return promise;
    },
    asking: () => [...questions].reduce((sum, { waiting }) => sum + waiting.size, 0),
    make(answer) {
      if (now !== null) return;
      now = answer;
      for (const question of questions) {
        for (const fileId of question.waiting) madeFor.add(fileId);
        end(question, answer);
      }
    },
    cancel(fileId) {
      for (const question of questions) {
        const { waiting } = question;
        if (fileId === null) waiting.clear();
        else waiting.delete(fileId);
        if (waiting.size === 0) end(question, null);
      }
    },
  };
}
