import type { Method } from '../../contract/operation.ts';
import type { OperationName } from '../../contract/operations.ts';

/** One operation that part 4 of the interface requires, and where it is shown and used. */
export interface AskedOperation {
  readonly section: string;
  readonly title: string;
  /** The methods and the path, as the page writes them. */
  readonly methods: readonly Method[];
  readonly path: string;
  /** The name under which the contract has it. */
  readonly operation: OperationName;
  /** A further method of the same path that the page gives, and the operation that answers it. */
  readonly also?: { readonly method: Method; readonly operation: OperationName };
  /** The page of the window that it belongs to. */
  readonly place: string;
  /** Tests that prove it: a file, and words that the title of a test in it holds. */
  readonly tests: readonly (readonly [file: string, title: string])[];
}

/** One row of the interface's tables of states, errors and limits, and where it is shown. */
export interface AskedRow {
  readonly part: '3' | '7' | '8';
  readonly row: string;
  readonly tests: AskedOperation['tests'];
}
