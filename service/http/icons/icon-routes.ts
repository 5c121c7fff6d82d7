import type { FastifyInstance } from 'fastify';
import { fileIcon } from './file-icon.ts';
import { fileKinds } from './file-kind.ts';

/**
 * The pictures of kinds of files that thumbnails lead to. They need no token and may be kept by anybody: they tell nothing of any
 * file, and change with the program alone.
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

/** Where the picture of a kind of file is. */
export function iconPath(kind: (typeof fileKinds)[number]): string {
  return `/icons/${kind}.svg`;
}
