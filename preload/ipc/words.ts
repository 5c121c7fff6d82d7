import { z } from 'zod';
import { isMessage, type Message } from '../words/message.ts';

/** `Words` in wire shapes. */
export const words = z.union([z.string(), z.custom<Message>(isMessage)]);
