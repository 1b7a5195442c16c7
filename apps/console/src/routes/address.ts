import { useLocation, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import type { z } from 'zod';
import type { RoutePath } from './route-table.ts';

/** Query of an address as text: one value, or several of the same name. */
export type RawSearch = Readonly<Record<string, string | readonly string[]>>;

/** The parameter that names the environment; it stays in the address so that a shared link opens where it was made. */
export const ENVIRONMENT_PARAMETER = 'env';

/** Reads a query string: plain text, repeated names as lists. */
export const parseSearch = (text: string): RawSearch => {
  const found: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const before = found[name];
    found[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value];
  }
  return found;
};

/** Writes a query string; absent and empty values are left out. */
export const stringifySearch = (search: Readonly<Record<string, unknown>>): string => {
  const parts = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) {
    for (const each of Array.isArray(value) ? value : [value]) {
      if (each === undefined || each === null || each === '') continue;
      parts.append(name, typeof each === 'object' ? JSON.stringify(each) : String(each));
    }
  }
  const text = parts.toString();
  return text ? `?${text}` : '';
};

type ParamNames<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<Rest>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type PathParams<Path extends string> = Readonly<Record<ParamNames<Path>, string>>;

type ParamArguments<Path extends string> = [ParamNames<Path>] extends [never]
  ? [params?: undefined, search?: Readonly<Record<string, unknown>>]
  : [params: PathParams<Path>, search?: Readonly<Record<string, unknown>>];

/** Address of a route of the table: `hrefOf('/search/:eventType/:envId/:id', { eventType, envId, id })`. */
export const hrefOf = <Path extends RoutePath>(path: Path, ...[params, search]: ParamArguments<Path>): string => {
  const values: Readonly<Record<string, string>> = params ?? {};
  const filled = path.replace(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(values[name] ?? ''));
  return filled + stringifySearch(search ?? {});
};

/** Parameters in the path of the page on screen. */
export const usePathParams = <Path extends RoutePath>(_path: Path): PathParams<Path> =>
  useParams({ strict: false }) as PathParams<Path>;

type UpdateOptions = {
  readonly replace?: boolean;
  /** The page goes on with what is unsaved: nothing asks before. */
  readonly keepsUnsaved?: boolean;
};
type Update<Value> = (change: Partial<Value>, options?: UpdateOptions) => void;

/**
 * The page's own part of the address, as a function reads it; give the same function each time. Setting a field to undefined
 * removes it; `replace` keeps the change out of the history (typing), otherwise Back undoes it.
 */
export const useAddressBy = <Value extends Readonly<Record<string, unknown>>>(
  read: (search: RawSearch) => Value,
): readonly [Value, Update<Value>] => {
  const raw: RawSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const value = useMemo(() => read(raw), [read, raw]);
  const update = useCallback<Update<Value>>(
    (change, { replace = false, keepsUnsaved = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: Record<string, unknown>) => ({ ...before, ...change }),
        replace,
        ignoreBlocker: keepsUnsaved,
      }),
    [navigate],
  );
  return [value, update];
};

/**
 * The page's own part of the address, read through a schema: filters, sorting, selection. What does not parse falls
 * back to the schema's defaults, so give every field a default or `.catch`.
 */
export const useAddress = <Schema extends z.ZodType<Record<string, unknown>>>(
  schema: Schema,
): readonly [z.output<Schema>, Update<z.output<Schema>>] => {
  const read = useCallback(
    (search: RawSearch): z.output<Schema> => {
      const parsed = schema.safeParse(search);
      return parsed.success ? parsed.data : schema.parse({});
    },
    [schema],
  );
  return useAddressBy<z.output<Schema>>(read);
};

/**
 * Reads plain texts of an address, for `useAddressBy`; make it outside of any component. One that stands there several times is
 * as one that is absent.
 */
export const textsOf =
  <Name extends string>(...names: readonly Name[]) =>
  (search: RawSearch): Readonly<Record<Name, string | undefined>> =>
    Object.fromEntries(
      names.map((name) => {
        const value = search[name];
        return [name, typeof value === 'string' ? value : undefined];
      }),
    ) as Record<Name, string | undefined>;

/** A text of an address that must be one of a few. */
export const oneOf = <Value extends string>(all: readonly Value[], text: string | undefined): Value | undefined =>
  all.find((each) => each === text);

/** A whole number of an address that is `least` at least. */
export const wholeNumber = (text: string | undefined, least = Number.MIN_SAFE_INTEGER): number | undefined => {
  const value = text === undefined ? Number.NaN : Number(text);
  return Number.isInteger(value) && value >= least ? value : undefined;
};

/** Addresses of the page on screen with something changed; undefined removes a parameter. */
export const useHrefHere = (): ((change: Readonly<Record<string, unknown>>) => string) => {
  const { pathname } = useLocation();
  const raw: RawSearch = useSearch({ strict: false });
  return useCallback((change) => pathname + stringifySearch({ ...raw, ...change }), [pathname, raw]);
};

/** Goes to an address made by `hrefOf`. */
export const useGo = (): ((href: string, options?: { readonly replace?: boolean }) => void) => {
  const navigate = useNavigate();
  return useCallback((href, { replace = false } = {}) => void navigate({ href, replace }), [navigate]);
};
