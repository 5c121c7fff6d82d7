import type { RootContext } from '../../root/root-context.ts';
import { recognizeOwn } from './recognize-sent.ts';
import { recognizeTaken } from './recognize-taken.ts';

/** Runs before each plan, also before that of a dry run: records our own effects that nobody recorded (SPEC P85). */
export function recognizeEffects(context: RootContext): void {
  recognizeTaken(context);
  recognizeOwn(context);
}
