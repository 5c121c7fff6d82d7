import type { Service } from '../domain/service.ts';

/**
 * The service as a job has it: once `stopping` is aborted, the next step fails with its reason, so that a stop waits for at most one
 * transaction or one batch of deletions. A job can be interrupted between any two of its steps, and its next run resumes there.
 */
export function stoppable(service: Service, stopping: AbortSignal): Service {
  const { store, blobs, texts } = service;
  const orStop = <Args extends readonly unknown[], Result>(step: (...args: Args) => Promise<Result>) => {
    return async (...args: Args): Promise<Result> => {
      stopping.throwIfAborted();
      return step(...args);
    };
  };
  const list: typeof blobs.list = async function* (onSkipped) {
    for await (const blob of blobs.list(onSkipped)) {
      stopping.throwIfAborted();
      yield blob;
    }
  };
  return {
    ...service,
    store: {
      ...store,
      read: async (work) => {
        stopping.throwIfAborted();
        return store.read(work);
      },
      transaction: async (work, scope) => {
        stopping.throwIfAborted();
        return store.transaction(work, scope);
      },
    },
    texts: { ...texts, extract: async (content) => texts.extract(content, stopping) },
    blobs: { ...blobs, list, deleteMany: orStop(blobs.deleteMany), removeAbandoned: orStop(blobs.removeAbandoned) },
  };
}
