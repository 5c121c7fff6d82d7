import type { FastifyInstance } from 'fastify';
import { fileIcon } from './file-icon.ts';
import { fileKinds } from './file-kind.ts';

/**
 * The icons that thumbnail responses redirect to. They need no token and are publicly cacheable: they reveal nothing about any
 * file, and change only with the program.
 */
export function addIconRoutes(app: FastifyInstance): void {
  for (const kind of fileKinds) {
    const picture = fileIcon(kind).html;
    app.get(iconPath(kind), async (_request, reply) => {
      reply.header('cache-control', 'public, max-age=86400');
      return reply.header('content-type', 'image/svg+xml').send(picture);
    });
  }
}

/** The path of a file kind's icon. */
export function iconPath(kind: (typeof fileKinds)[number]): string {
  return `/icons/${kind}.svg`;
}
