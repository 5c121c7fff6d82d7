import { randomUUID } from 'node:crypto';
import fastify, { type FastifyBaseLogger, type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Operation } from '../../contract/operation.ts';
import type { Service } from '../domain/service.ts';
import type { RequestCounts } from '../ports/request-counts.ts';
import { addressesBelow } from './answers/addresses.ts';
import { sendError } from './answers/error-response.ts';
import { signedTickets, type Tickets } from './answers/tickets.ts';
import { answerUnknownRoutes } from './answers/unknown-route.ts';
import { bindOperations } from './bind.ts';
import { addDownloadRoute } from './content/download-route.ts';
import { addThumbnailRoute } from './content/thumbnail-route.ts';
import { addZipRoute } from './content/zip-route.ts';
import { handlers } from './handlers/all.ts';
import { closeAfterHandlers } from './handlers-end.ts';
import { addIconRoutes } from './icons/icon-routes.ts';
import { createRunningKeys } from './idempotency/running-keys.ts';
import { type BodyLimits, cutSlowBodies } from './limits/body-pace.ts';
import { limitConnections } from './limits/connection-limit.ts';
import { createGuessLimit, type GuessLimit } from './limits/guess-limit.ts';
import { createRateLimit } from './limits/rate-limit.ts';
import { cutStalledReceivers } from './limits/stalled-receivers.ts';
import { addLongPollRoute } from './long-poll-route.ts';
import { addOAuthRoutes } from './oauth/oauth-routes.ts';
import { addFileRequestRoutes } from './pages/file-requests/file-request-routes.ts';
import { addEmbedRoute } from './pages/links/embed-route.ts';
import { addSharedLinkRoutes } from './pages/links/shared-link-routes.ts';
import { browserSessions } from './pages/sign-in/browser-session.ts';
import { type PasswordGuesses, passwordGuesses } from './pages/sign-in/password-guesses.ts';
import { addSignInRoutes } from './pages/sign-in/sign-in-routes.ts';
import { addReferenceRoute } from './reference/reference-route.ts';
import { requireCaller } from './requests/bearer.ts';
import {
  answerBrokenRequest,
  noteResponses,
  type RunningResponses,
  refuseExpectations,
} from './requests/broken-request.ts';
import { registerContentParsers } from './requests/content-parsers.ts';
import { type TrustedProxies, trustOf, warnOfNamelessClients } from './requests/proxies.ts';
import {
  acceptVendorHeaders,
  addSecurityHeaders,
  closeConnectionsWhen,
  logRequests,
  refuseTwoHosts,
} from './requests/request-hooks.ts';
import { type LogBindings, RequestLog } from './requests/request-log.ts';
import { type LinkOpener, linkOpener } from './requests/shared-link-header.ts';
import { addMetrics, type Metrics } from './status/metrics.ts';
import { addStatusRoutes } from './status/status-routes.ts';

/** Options of the HTTP server. */
export interface ServerOptions {
  readonly service: Service;
  readonly log: FastifyBaseLogger;
  /** Secret that signs download URLs and event channels; shared by all processes of one service. */
  readonly ticketKey: string;
  /** Scheme, host and port for clients; evaluated at the first request, because port 0 is resolved only then. */
  readonly publicUrl: () => string;
  /** Requests per minute and user; null means no limit. */
  readonly requestsPerMinute: number | null;
  /** Connects that limit with the other processes of the service. */
  readonly requestCounts: RequestCounts;
  readonly trustedProxies: TrustedProxies;
  readonly vendorHeaders: boolean;
  /** True in tests: responses are validated against the contract. */
  readonly checkAnswers: boolean;
  readonly metrics: Metrics;
  readonly bodyLimits: BodyLimits;
  /** See `usualStallMs`. */
  readonly stallMs: number;
  /** Aborted when the service stops: long polls then respond. */
  readonly stopping: AbortSignal;
}

/** Assembles the HTTP service without listening. */
export async function createServer(options: ServerOptions): Promise<FastifyInstance> {
  const { service, stopping } = options;
  const running: RunningResponses = new WeakMap();
  const isProxy = trustOf(options.trustedProxies);
  const app = fastify({
    ...logOptions(options.log),
    // While stopping, requests on open connections are still answered, and told to close the connection.
    return503OnClosing: false,
    // `randomUUID` draws entropy for many ids at once.
    genReqId: () => randomUUID().slice(19).replace('-', ''),
    rewriteUrl: (request) => canonicalUrl(request.url ?? '/'),
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 600 },
    exposeHeadRoutes: false,
    // `request.ip`, by which limits count, is the peer unless the peer is one of these.
    trustProxy: options.trustedProxies.length === 0 ? false : isProxy,
    clientErrorHandler: (error, socket) => answerBrokenRequest(error, socket, running.get(socket)),
    forceCloseConnections: 'idle',
    frameworkErrors: (error, request, reply) => {
      void sendError(error, request, reply);
    },
  });
  const tickets = signedTickets(options.ticketKey, service.clock);
  const addresses = addressesBelow(options.publicUrl, tickets);
  const passwords = passwordGuesses(service, () => options.metrics.noteRefused('passwords'));
  const links = linkOpener(service, passwords);
  const gate = {
    service,
    guesses: createGuessLimit(service.clock, () => options.metrics.noteRefused('tokens')),
    rate: createRateLimit(options.requestsPerMinute, service.clock, options.requestCounts),
    links,
  };

  app.setErrorHandler((error, request, reply) => sendError(error, request, reply));
  closeAfterHandlers(app);
  noteResponses(app.server, running);
  refuseExpectations(app.server);
  limitSenders(app.server, options, { running, isProxy });
  for (const addHook of [addSecurityHeaders, refuseTwoHosts]) addHook(app);
  if (options.vendorHeaders) acceptVendorHeaders(app);
  if (options.trustedProxies.length > 0) warnOfNamelessClients(app);
  closeConnectionsWhen(app, stopping);
  logRequests(app);
  addMetrics(app, service, options.metrics);
  registerContentParsers(app);
  const authenticate = (request: FastifyRequest, operation: Operation) => requireCaller(gate, request, operation);
  await bindOperations(app, handlers, {
    context: { service, addresses, keys: createRunningKeys() },
    authenticate,
    checkAnswers: options.checkAnswers,
  });
  await addPages(app, options, { tickets, passwords, links, tokens: gate.guesses });
  for (const addRoute of [addDownloadRoute, addThumbnailRoute, addZipRoute])
    addRoute(app, { service, tickets, addresses });
  addLongPollRoute(app, { service, tickets, authenticate, stopping, metrics: options.metrics });
  addStatusRoutes(app, service, addresses);
  addReferenceRoute(app, addresses);
  addIconRoutes(app);
  answerUnknownRoutes(app);
  return app;
}

/** Closes connections that take a place without using it. */
function limitSenders(
  server: FastifyInstance['server'],
  { metrics, bodyLimits, stallMs }: ServerOptions,
  { running, isProxy }: { readonly running: RunningResponses; readonly isProxy: ReturnType<typeof trustOf> },
): void {
  limitConnections(server, isProxy, () => metrics.noteRefused('connections'));
  cutSlowBodies(server, bodyLimits, () => metrics.noteRefused('slow_bodies'));
  cutStalledReceivers(server, stallMs, {
    isAnswering: (socket) => running.has(socket),
    onCut: () => metrics.noteRefused('stalled_receivers'),
  });
}

/** The parts that the pages for people in a browser share with the rest. */
interface PageParts {
  readonly tickets: Tickets;
  readonly passwords: PasswordGuesses;
  readonly links: LinkOpener;
  readonly tokens: GuessLimit;
}

async function addPages(app: FastifyInstance, options: ServerOptions, parts: PageParts): Promise<void> {
  const { service, ticketKey, requestsPerMinute } = options;
  const { tickets, passwords, links, tokens } = parts;
  const sessions = browserSessions(service, ticketKey);
  await app.register(async (scope) => addOAuthRoutes(scope, { service, sessions, guesses: tokens }));
  await app.register(async (scope) => addSignInRoutes(scope, { service, sessions, guesses: passwords }));
  const visitors = createRateLimit(requestsPerMinute, service.clock);
  await app.register(async (scope) =>
    addSharedLinkRoutes(scope, { service, tickets, sessions, opener: links, pace: visitors }),
  );
  await app.register(async (scope) => addFileRequestRoutes(scope, service));
  await app.register(async (scope) => addEmbedRoute(scope, { service, tickets }));
}

function logOptions(log: FastifyBaseLogger) {
  return {
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: (parent: FastifyBaseLogger, bindings: LogBindings) => new RequestLog(parent, bindings),
  };
}

/** `/upload/2.0`, `/api/2.0` and `/2.0` are equivalent: the paths of the two hosts never clash. */
function canonicalUrl(url: string): string {
  return url.replace(/^\/(?:upload|api)\/2\.0(?=[/?]|$)/, '/2.0').replace(/^\/api\/oauth2\//, '/oauth2/');
}
