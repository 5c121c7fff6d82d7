import type { ProblemTable } from '../wording.ts';

const NOTHING_DELETED = 'Nothing was deleted.';

type RootCode = Exclude<
  Extract<keyof ProblemTable, `root_${string}` | `state_${string}` | 'internal_fault'>,
  'state_folder'
>;

/** Why a synced folder as a whole, or its state, stops: what happened, and what to do. */
export const rootProblems: Pick<ProblemTable, RootCode> = {
  root_not_readable: {
    says: ({ path }, { quoted }) => `Tandem can't read ${quoted(path)}.`,
    fix: 'Check the disk.',
  },
  root_not_compared: {
    says: ({ path }, { quoted }) => `Tandem couldn't compare ${quoted(path)} with the service.`,
    fix: 'Try again.',
  },
  root_missing: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)} is missing.`,
    fix: (_, { hint }) =>
      `${NOTHING_DELETED} Connect its drive or move it back. If you moved it, add it at its new place. Or download everything again.${hint('roots add', 'roots restore')}`,
  },
  root_replaced: {
    says: ({ path }, { quoted }) => `${quoted(path)} is no longer the folder that you linked.`,
    fix: (_, { hint }) =>
      `${NOTHING_DELETED} Put the linked folder back. Or keep this one: download what it lacks, or accept that it was deleted.${hint('roots restore', 'roots accept')}`,
  },
  root_emptied: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)} was emptied or created again.`,
    fix: (_, { hint }) =>
      `${NOTHING_DELETED} Connect its drive to bring the files back. Or download everything again, or accept that everything was deleted.${hint('roots restore', 'roots accept')}`,
  },
  root_other_volume: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)} is on a different disk than before.`,
    fix: (_, { hint }) =>
      `${NOTHING_DELETED} Connect the original disk. Or keep this one: download what it lacks, or accept that it was deleted.${hint('roots restore', 'roots accept')}`,
  },
  root_other_time: {
    says: ({ path }, { quoted }) => `The folder ${quoted(path)}, or Tandem's state for it, was restored from a backup.`,
    fix: `${NOTHING_DELETED} Tandem compares both sides from scratch. Equal files stay, and different versions are both kept.`,
  },
  state_disk_full: {
    says: "The disk that holds Tandem's state is full.",
    fix: 'Free up some space. Syncing resumes automatically, and nothing is lost.',
  },
  state_unwritable: {
    says: "Tandem's state folder can't be written to.",
    fix: 'Check its disk and permissions. Syncing then resumes automatically, and nothing is lost.',
  },
  state_damaged: {
    says: "Tandem's state on this computer is damaged.",
    fix: 'Quit Tandem and start it again. It then rebuilds its state and compares all folders from scratch. Your files stay.',
  },
  internal_fault: {
    says: 'Something went wrong in Tandem while it synced this folder.',
    fix: 'Tandem starts again automatically, and nothing is lost. If this keeps happening, send a report from Settings.',
  },
};
