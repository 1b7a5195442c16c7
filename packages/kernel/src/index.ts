export { AppError, isAppError, type ErrorParams } from './app-error.ts';
export { canonicalJson } from './canonical-json.ts';
export { fixedClock, systemClock, type Clock } from './clock.ts';
export { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';
export { isGuid, newId, type Id } from './ids.ts';
export { invariant } from './invariant.ts';
export { isJsonObject, type Json, type JsonObject } from './json.ts';
export { fromMoneyUnits, MONEY_UNITS_PER_WHOLE, toMoneyUnits } from './money.ts';
export { isCleanJson, isCleanText } from './text.ts';
