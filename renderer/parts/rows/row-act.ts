import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { TandemBridge } from '../../../preload/ipc/transport/bridge.ts';
import type { Done } from '../toasts/done.ts';

type ActLook = {
  readonly id: string;
  readonly icon: LucideIcon;
  readonly label: string;
  /** Groups are separated by a line. */
  readonly group: 'look' | 'share' | 'change' | 'remove';
  /** The equivalent key on a row. */
  readonly shortcut?: string;
};

/** An action on a row, as its menu, its buttons and the selection bar show it. */
export type RowAct = ActLook & {
  /** In progress; it keeps the focus meanwhile. */
  readonly isPending?: boolean;
  /** Too rare for the selection bar. */
  readonly isOnlyInMenu?: true;
  readonly run: () => void;
};

/** The effect of an action on a list entry: show something, open a dialog, or call the service. */
type Deed =
  | { readonly show: () => void }
  /** The dialog; receives a function that closes it. */
  | { readonly ask: (close: () => void) => ReactNode }
  | {
      /** Resolves to the report. */
      readonly send: (bridge: TandemBridge) => Promise<Done | null>;
      /** Asks first, because it is irreversible. */
      readonly confirm?: { readonly title: string; readonly detail: string; readonly action: string };
    };

/** An action on an entry of a list, declared once for its menu, its row and its panel. */
export type EntryAct = ActLook &
  Deed & {
    /** The accessible name where the label alone is ambiguous. */
    readonly name?: string;
  };
