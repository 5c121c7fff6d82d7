import type { FastifyInstance } from 'fastify';

/**
 * Makes closing the server wait for handlers whose client has disconnected, since they still work on the stores. Call it before
 * routes are added.
 */
export function closeAfterHandlers(app: FastifyInstance): void {
  const running = new Set<Promise<unknown>>();
  app.addHook('onRoute', (route) => {
    const handler = route.handler;
    route.handler = function handle(this: FastifyInstance, request, reply) {
      const result: unknown = handler.call(this, request, reply);
      if (!(result instanceof Promise)) return result;
      running.add(result);
      const forget = () => running.delete(result);
      result.then(forget, forget);
      return result;
    };
  });
  app.addHook('onClose', async () => {
    while (running.size > 0) await Promise.allSettled(running);
  });
}
