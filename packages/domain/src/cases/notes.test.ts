import { describe, expect, it } from 'vitest';
import { attachmentName, NOTE_DRAFT_PLACE, notePieces } from './notes.ts';

const linksOf = (note: string): readonly string[] =>
  notePieces(note).flatMap(({ kind, text }) => (kind === 'link' ? [text] : []));

describe('links in notes', () => {
  it('are addresses of the web, without the punctuation around them', () => {
    expect(linksOf('See https://shop.example/orders/7, and (http://a.example/b_(c)).')).toEqual([
      'https://shop.example/orders/7',
      'http://a.example/b_(c)',
    ]);
  });

  it('are nothing that runs, reads files or hides its host', () => {
    for (const text of [
      'javascript:alert(1)',
      'data:text/html,<b>',
      'file:///etc/passwd',
      'https://bank.example@evil.example/',
      'https://',
      'xhttps//a.example',
    ])
      expect(linksOf(text), text).toEqual([]);
  });

  it('end before markup and before marks that turn the direction of writing', () => {
    expect(linksOf('https://a.example/"onclick=x')).toEqual(['https://a.example/']);
    expect(linksOf('https://a.example/\u202Egpj')).toEqual(['https://a.example/']);
  });

  it('leave every character of the note in its place', () => {
    for (const note of ['', 'a', 'x https://a.example y https://b.example/?q=1.', 'https://a.example'])
      expect(
        notePieces(note)
          .map(({ text }) => text)
          .join(''),
      ).toBe(note);
  });
});

describe('names of attachments', () => {
  it('have no folders, no controls and nothing that misleads', () => {
    expect(attachmentName('../../etc/passwd')).toBe('passwd');
    expect(attachmentName(String.raw`C:\temp\scan.pdf`)).toBe('scan.pdf');
    expect(attachmentName('a\r\nSet-Cookie: x".txt')).toBe('aSet-Cookie x.txt');
    expect(attachmentName('invoice\u202Efdp.exe')).toBe('invoicefdp.exe');
    expect(attachmentName('...')).toBe('file');
    expect(attachmentName('é'.repeat(300))).toHaveLength(200);
  });
});

it('drafts belong to a new note, an answer or a change', () => {
  const id = '00000000-0000-0000-0000-000000000000';
  expect(['new', `reply:${id}`, `edit:${id}`].every((place) => NOTE_DRAFT_PLACE.test(place))).toBe(true);
  expect(['', 'reply:', `new:${id}`].some((place) => NOTE_DRAFT_PLACE.test(place))).toBe(false);
});
