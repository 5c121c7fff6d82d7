import { Socket } from 'node:net';

/**
 * A socket that sends everything written in one turn of the event loop together. The driver corks the socket for each statement and
 * uncorks it behind it; statements that do not wait for each other's answers would wake the database once for each.
 */
export class GatheringSocket extends Socket {
  #isGathering = false;

  override cork(): void {
    super.cork();
    if (this.#isGathering) return;
    this.#isGathering = true;
    super.cork();
    process.nextTick(() => {
      this.#isGathering = false;
      this.uncork();
    });
  }
}
