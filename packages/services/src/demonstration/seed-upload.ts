import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import { csvLine } from '@redoubt/kernel';
import type { EnvironmentContext } from '../context.ts';
import { checkUpload, createUpload, sendUploadChunk } from '../uploads/uploads.commands.ts';
import { wasEverCreated } from './demonstration-context.ts';

/** A file of past purchases, as a shop exports them. */
export const DEMONSTRATION_UPLOAD = 'purchases-2025.csv';

const HEADER = [
  'Order ID',
  'Created at',
  'Total',
  'Currency',
  'Customer ID',
  'Email',
  'Country',
  'BillingAddressCity',
  'Sales channel',
] as const;

const CUSTOMERS = [
  ['shopper-311', 'edda.morgen@mailbox.example', 'DE', 'Lindau'],
  ['shopper-312', 'paul.rivet@mailbox.example', 'FR', 'Nantes'],
  ['shopper-313', 'ana.serra@mailbox.example', 'ES', 'Girona'],
  ['shopper-314', 'jan.dekker@mailbox.example', 'NL', 'Zwolle'],
  ['shopper-315', 'lia.conti@mailbox.example', 'IT', 'Lucca'],
] as const;

const LINES = 240;

/** Cells that are wrong in the file, by line of the table: what exports get wrong. */
const WRONG: Readonly<Record<number, readonly [column: (typeof HEADER)[number], cell: string]>> = {
  47: ['Total', '49,90'],
  118: ['Created at', 'yesterday'],
  163: ['Order ID', ''],
};

const cellsOf = (line: number): readonly string[] => {
  const customer = CUSTOMERS[line % CUSTOMERS.length] ?? CUSTOMERS[0];
  const two = (value: number): string => String(value).padStart(2, '0');
  const day = `2025-${two(1 + Math.floor((line * 12) / LINES))}-${two(1 + (line % 20))}`;
  const [id, email, country, city] = customer;
  const amount = (12 + ((line * 37) % 180) + 0.9).toFixed(2);
  const channel = line % 3 === 0 ? 'App' : 'Web';
  const cells = [
    `2025-${10_000 + line}`,
    `${day} ${two(8 + (line % 12))}:${two((line * 7) % 60)}`,
    amount,
    'EUR',
    id,
    email,
    country,
    city,
    channel,
  ];
  const [column, cell = ''] = WRONG[line] ?? [];
  return column === undefined ? cells : cells.with(HEADER.indexOf(column), cell);
};

/** The content of the file; its times lie in 2025. */
const content = (): Buffer => {
  const rows = Array.from({ length: LINES }, (_, line) => cellsOf(line));
  const inOrder = rows.toSorted(([, one = ''], [, other = '']) => one.localeCompare(other, 'en'));
  return Buffer.from([HEADER, ...inOrder].map((cells) => `${csvLine(cells)}\n`).join(''));
};

/** Sends a small file as a browser does, and has it checked; storing it is left to those who look around. */
export const seedUpload = async (context: EnvironmentContext): Promise<void> => {
  if (await wasEverCreated(context, 'DataUpload', DEMONSTRATION_UPLOAD)) return;
  const bytes = content();
  const { id } = await createUpload(context, {
    dataSet: 'purchases',
    name: DEMONSTRATION_UPLOAD,
    sizeBytes: bytes.length,
  });
  await sendUploadChunk(context, id, { offset: 0, crc32: crc32(bytes), stream: Readable.from([bytes]) });
  await checkUpload(context, id);
};
