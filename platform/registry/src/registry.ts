import type { PageError } from '@tallystick/contract/page-error';
import type { Artifact } from '@tallystick/contract/release';
import type { TabReport } from '@tallystick/contract/release-news';
import type { EntryProof, ReleaseProof } from '@tallystick/contract/release-proof';
import type { Signed } from '@tallystick/contract/signed-release';
import type { BuildRecord } from './build-record.ts';
import type { AppSettings, NewSettings } from './contract/app-settings.ts';
import type { AuditFilter } from './contract/audit-filter.ts';
import type { Board } from './contract/board.ts';
import type { ShipAnswer, ShipQuestion } from './contract/can-ship.ts';
import type { ChangeAnswer, ChangeRequest } from './contract/change-request.ts';
import type { Change, Revision } from './contract/channel.ts';
import type { ChannelOpening } from './contract/channel-openings.ts';
import type {
  AppLock,
  AuditEntry,
  BuildSummary,
  Collection,
  DatedVerification,
  HistoryPage,
  Verification,
} from './contract/history.ts';
import type { PreviewLink } from './contract/preview-selection.ts';
import type { OrRefusal } from './contract/problem.ts';
import type { Origin } from './contract/provenance.ts';
import type { SlotState } from './contract/slot-state.ts';
import type { Actor, NewToken, Token } from './contract/tokens.ts';
import type { FileStore } from './files/file-store.ts';
import type { Call } from './part/call.ts';
import type { BreachReport, PageBeginning } from './reports/listener.ts';
import type { Reporter } from './reports/reporter.ts';
import type { AnyKind } from './short-lived/kinds.ts';
import type { DeclarationForm } from './signing/attestations.ts';

/** A page of a list that reads backwards: so many, before that number. */
export interface Page {
  before?: number | undefined;
  limit: number;
}

/** Values that are found by a secret for a while. The oldest go when there are too many of an owner, or in all. */
export interface ShortLived {
  /**
   * Keeps a value; answers the secret by which alone it is found: 256 random bits in 43 letters.
   *
   * @param until milliseconds since 1970; absent: as long as its kind lasts
   */
  issue(kind: AnyKind, value: string, owner: string, until?: number): Promise<string>;
  /** The value; null: there is none by this secret, or not any more. */
  find(kind: AnyKind, secret: string): Promise<string | null>;
  /** Puts another value in its place; false: there is none. */
  change(kind: AnyKind, secret: string, value: string): Promise<boolean>;
  /** The value, to one caller once; it is gone then. */
  take(kind: AnyKind, secret: string): Promise<string | null>;
  /**
   * Whether nobody has claimed this text before.
   *
   * @param until milliseconds since 1970 up to which it is refused again, whatever else is claimed; absent:
   * for three minutes, and shorter in a flood
   */
  claim(text: string, until?: number): Promise<boolean>;
}

/** `previewOnly`: nobody can promote it; `said`: where it comes from, by the word of who publishes. */
export interface PublishOptions {
  previewOnly?: boolean | undefined;
  said?: Origin | undefined;
}

/** What the registry has now, in numbers. */
export interface Figures {
  builds: number;
  /** Revisions of all channels, by the kind of change that made them. */
  changes: Readonly<Record<string, number>>;
  /** Apps of which the registry has paused the canary, and nobody has resumed it or shipped another build since. */
  held: number;
  /** Notices that the webhook has not taken yet. */
  noticesWaiting: number;
  /** What is wrong with the audit log, as far as it was looked at. */
  historyProblems: number;
  /** What everybody has to see at once, such as uses of a break-glass token. */
  shouts: number;
  /** Statements that wait for the store. */
  waiting: number;
  /** What its database takes. */
  bytes: number;
}

/** How many wrong tokens came from a network (`networkOf`). */
export interface WrongTokens {
  /** Seconds until the network may try again; 0: now. */
  wait(network: string): Promise<number>;
  /** Counts one; rejects if it is noted in this process alone. */
  count(network: string): Promise<void>;
}

/** What parts bring to the servers. */
export interface BroughtByParts {
  /** Calls of the admin API, by the names of their operations. */
  readonly calls: Readonly<Record<string, Call>>;
  readonly capabilities: readonly string[];
  /** The link to a preview of a secret or an id; null: there is none, or not any more. */
  previewLinkOf(by: { secret: string } | { id: string }): Promise<PreviewLink | null>;
  /** A file of the public log, such as `checkpoint` or `tile/0/000`; null: there is none. */
  logFile(path: string): Promise<Uint8Array | null>;
}

/** Signatures over what the registry has, for readers to verify. */
export interface Attestations {
  /** The key by which everything here is signed: Ed25519, 32 bytes in base64. */
  readonly publicKey: string;
  /** The attestation of a published build, or null. */
  ofBuild(app: string, build: string): Promise<Signed | null>;
  /** The attestation of a revision, or null. */
  ofRevision(channel: string, revision: number): Promise<Signed | null>;
  /** The proof that a revision is in the log, or null. */
  proofOfRevision(channel: string, revision: number): Promise<ReleaseProof | null>;
  /** The proof that a build was published, or null. */
  proofOfBuild(app: string, build: string): Promise<EntryProof | null>;
  /**
   * Attests once more, in one text, what builds declare. It says nothing new: the caller has verified the
   * attestations of these builds.
   */
  ofDeclarations(artifacts: readonly Artifact[], form: DeclarationForm): Signed;
}

/** Limits and approvals, which managers set by app. */
export interface Settings {
  /** The settings of each app. For an app that is missing, the defaults hold. */
  all(): Promise<ReadonlyMap<string, AppSettings>>;
  /** Sets those of an app, also of one without builds, if they are still at revision `expected` (0: never set): else `moved`. */
  change(
    actor: Actor,
    app: string,
    expected: number,
    settings: NewSettings,
  ): Promise<OrRefusal<AppSettings>>;
}

/** What is live in one channel, what was, and what may change it. */
export interface Channel {
  /** The newest revision, or null before the first. One indexed read. */
  current(): Promise<Revision | null>;
  at(revision: number): Promise<Revision | null>;
  history(page: Page & { app?: string | undefined }): Promise<HistoryPage>;
  /** What is live and since when, with what parts add of it. */
  board(): Promise<Board>;
  /**
   * Appends a revision if the newest one is still `expected` (0 before the first): else `moved`.
   * Refused too: `locked` (a manager's rollback passes), `condemned`, `ambiguous`, `forbidden` (a publisher and another's app), `unknown` build, `unfit`.
   * A change that changes nothing is `invalid`.
   */
  change(actor: Actor, expected: number, change: Change): Promise<OrRefusal<Revision>>;
  /**
   * Resolves the builds that a change names, judges it once, as `change` does, and makes it or says what it would do. Made
   * for whichever revision is the newest: refused as `moved` only if one of its apps has moved since `seen`.
   */
  request(actor: Actor, request: ChangeRequest): Promise<OrRefusal<ChangeAnswer>>;
  /** What `change` would append, without appending it. */
  preview(actor: Actor, change: Change): Promise<OrRefusal<Revision>>;
  /** Whether builds fit what is live, also such as are not published yet: all problems, not the first. */
  canShip(question: ShipQuestion): Promise<ShipAnswer>;
  /** What its pages may do beyond the strict policy, and what its builds ask for. */
  openings(): Promise<ChannelOpening[]>;
  /** The slots of what is live, and what is brought into them. */
  slots(): Promise<SlotState[]>;
  /**
   * Also of an app that is not in the channel yet; `unknown`: there is no such app, or no such channel. A lock
   * of the same name gets the new reason; `locked`: somebody else has locked it. `*` freezes the channel: nothing new
   * is shipped up to `until` (ISO), and everybody can go back.
   */
  lock(actor: Actor, app: string, reason: string, until?: string): Promise<OrRefusal<AppLock>>;
  unlock(actor: Actor, app: string, reason: string): Promise<OrRefusal<null>>;
}

/** Who may do what. */
export interface Access {
  tokens(actor: Actor): Promise<OrRefusal<Token[]>>;
  createToken(actor: Actor, token: NewToken): Promise<OrRefusal<{ token: Token; secret: string }>>;
  revokeToken(actor: Actor, id: string): Promise<OrRefusal<Token>>;
  /** The actor of a secret, or null if it is unknown, revoked or expired. Compared in constant time. */
  authenticate(secret: string): Promise<Actor | null>;
  /**
   * Whether a secret is that of a token that was made, by memory alone: a newer token of another
   * process is unknown for some seconds. It says nothing of whether the token is good.
   */
  knows(secret: string): boolean;
  /**
   * When the token of this very secret expired (ISO 8601), by memory alone, for who wonders why it is good no more.
   * Null: it has not, it was revoked, or it is not known.
   */
  endedAt(secret: string): string | null;
  /** The actor of a token, or null if it is unknown, revoked or expired. For sessions, which know only its id. */
  actorOf(tokenId: string): Promise<Actor | null>;
  /** Signs the actor of this id out of the console: a token stays good, a sign-in of a person ends. */
  signedOut(tokenId: string): Promise<void>;
  /** Wrong tokens by network, of every server of this registry. */
  readonly wrongTokens: WrongTokens;
}

/** The log of all that was done, and whether it holds. */
export interface Audit {
  /** Newest first; those that the filter means. */
  entries(page: Page & AuditFilter): Promise<AuditEntry[]>;
  /** Looks at the log now, as it does by itself every five seconds; `board` says what is wrong. */
  check(): Promise<void>;
  /** Reads all that is kept now, and holds it against the log: after a restore, or in a test. */
  verify(): Promise<Verification>;
  /** The same for managers who ask by calls: read once at a time, told for a minute. `at`: when the reading began. */
  verification(actor: Actor): Promise<OrRefusal<DatedVerification>>;
}

/** Takes in what browsers say, for the parts that listen; cheap, kept in memory and flushed every second. */
export interface Reports {
  /**
   * Takes the report of an open tab. The reporter is the browser that sent it, if the site server knows that one.
   * Without a reporter, the report counts for no judgement of a build.
   */
  take(report: TabReport, reporter?: Reporter): void;
  /** Notes what a build's file tried against the policy of a page. */
  noteBreach(breach: BreachReport): void;
  /** A page is about to run code of a build. It counts as a failure where the same page is not told of in time. */
  pageBegan(beginning: PageBeginning, reporter: Reporter): void;
  /** A page that began still runs, or has ended well. */
  pageRuns(page: string): void;
  /**
   * Notes an error of a build that the site server met as it rendered a page. Resolves to where that is in its source,
   * such as `src/total.tsx:12`; null: nothing here can read that.
   */
  noteError(error: PageError): Promise<string | null>;
}

/** What runs where, what ran before, and who may change it. Every write is one transaction. */
export interface Registry {
  /** The bytes of artifacts: on disk or in an S3-compatible store. */
  readonly files: Pick<FileStore, 'read' | 'list'>;
  /** Puts one file of a draft; it can be fetched by nobody until `publish` has taken the draft. */
  putFile(
    actor: Actor,
    app: string,
    build: string,
    path: string,
    bytes: Uint8Array,
  ): Promise<OrRefusal<null>>;
  /**
   * Turns the draft into an artifact: every file that `artifact.json` states is there and hashed
   * before the artifact exists. The same content again is no second artifact (`published: false`);
   * another content under a taken build id is refused (`taken`), files missing or other: `unfit`. What was
   * published for previews alone becomes a build for all by being published without `previewOnly`.
   */
  publish(
    actor: Actor,
    app: string,
    build: string,
    how?: PublishOptions,
  ): Promise<OrRefusal<{ artifact: Artifact; published: boolean }>>;
  /** The record of a published build, or null. */
  build(app: string, build: string): Promise<BuildRecord | null>;
  /** Whether a build was published for previews alone, by the audit log. */
  isPreviewOnly(app: string, build: string): Promise<boolean>;
  /** Published builds, newest first; of one app or of all. */
  builds(app?: string): Promise<BuildSummary[]>;
  /** Deletes builds that nobody can need, or says which those are. */
  gc(actor: Actor, options: { dryRun: boolean }): Promise<OrRefusal<Collection>>;

  /** Names of all channels that have a revision. */
  channels(): Promise<string[]>;
  /** The channel of a name, whether it has a revision or not. */
  channel(name: string): Channel;

  readonly settings: Settings;
  readonly access: Access;
  readonly audit: Audit;
  readonly attestations: Attestations;
  readonly reports: Reports;
  /** What its parts bring to the servers. */
  readonly parts: BroughtByParts;
  /** 32 secret bytes for a purpose, the same for all servers with this key; they are not in the database. */
  secret(purpose: string): Uint8Array;
  /** What is found by a secret for a while, by every server of this registry. */
  readonly shortLived: ShortLived;
  /** For those who watch it; rejects while the store does not answer. */
  figures(): Promise<Figures>;
  /** Calls the listener after each change of a channel, a lock or a token, and for new errors, by whichever process. */
  onChange(listener: () => void): () => void;
  close(): Promise<void>;
}
