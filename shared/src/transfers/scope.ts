import type { ExportList } from '../contracts/export.ts';
import type { PartyKind } from '../contracts/party.ts';
import type { TransferRow } from '../contracts/transfer.ts';

/** What a list is of: everything, all credentials, or the transfers of one party. */
export type Scope =
  | { readonly of: 'everything' }
  | { readonly of: 'form'; readonly form: 'asset' }
  | { readonly of: PartyKind; readonly party: string };

/** A text that is the same for the same scope only. */
export function scopeKey(scope: Scope): string {
  return 'party' in scope ? `${scope.of} ${scope.party}` : scope.of;
}

/** Whether `transfer` stands in the list of `scope`, by the same rule as the ledger service. */
export function belongs(scope: Scope, transfer: TransferRow): boolean {
  switch (scope.of) {
    case 'everything':
      return true;
    case 'form':
      return transfer.feat.form === scope.form;
    case 'user':
      return transfer.debt === scope.party;
    case 'creator':
      return transfer.feat.form === 'asset' && transfer.cred === scope.party;
    case 'consumer':
    case 'checker':
      return transfer.feat.form === 'data' && transfer.cred === scope.party;
  }
}

/** The name that the ledger service has for the list of a scope. */
export function listOf(scope: Scope): { readonly list: ExportList; readonly party?: string } {
  switch (scope.of) {
    case 'everything':
      return { list: 'all' };
    case 'form':
      return { list: 'assets' };
    case 'checker':
      return { list: 'consumer', party: scope.party };
    default:
      return { list: scope.of, party: scope.party };
  }
}

/** What a list cannot be filtered by, because all its transfers have it in common. */
export function closedFilters({ of }: Scope): readonly ('form' | 'credit' | 'debit')[] {
  if (of === 'everything') return [];
  if (of === 'form') return ['form'];
  return of === 'user' ? ['debit'] : ['form', 'credit'];
}
