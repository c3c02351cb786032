import type { ColumnType, Generated } from 'kysely'
import type { ConversationKind } from '../../../domain/conversation/catalog-entry.ts'
import type { Message, MessageState } from '../../../domain/conversation/message.ts'
import type { MimeType } from '../../../domain/media/asset.ts'
import type { VideoProgress, VideoState } from '../../../domain/video/video-job.ts'
import type { VideoResolution } from '../../../domain/video/request.ts'
import type { JsonColumn, MadeByDatabase, WrittenOnce } from './columns.ts'

/** The message or operation a stored file belongs to, and its place there. */
export interface MediaAssetsTable {
  readonly owner_id: WrittenOnce<string>
  readonly idx: WrittenOnce<number>
  readonly mime_type: WrittenOnce<MimeType>
  readonly width: WrittenOnce<number | null>
  readonly height: WrittenOnce<number | null>
  readonly seconds: WrittenOnce<number | null>
  readonly size_bytes: WrittenOnce<bigint>
  readonly address: WrittenOnce<string>
  readonly thumb_address: string | null
  readonly has_no_thumb: boolean
  readonly gallery_of: WrittenOnce<string | null>
  readonly sent: ColumnType<boolean, boolean | undefined, never>
  /** The order in which files arrived; galleries page by it. */
  readonly position: MadeByDatabase<bigint>
  readonly created_at: MadeByDatabase<Date>
}

export interface ConversationsTable {
  readonly id: string
  readonly user_id: string
  readonly catalog_slug: string
  readonly model: string
  readonly kind: ConversationKind
  readonly title: string
  readonly archived_at: Date | null
  readonly created_at: Date
  readonly updated_at: Date
}

export interface MessagesTable {
  /** Of an assistant's message also the id of the operation that made it. */
  readonly id: WrittenOnce<string>
  /** 1, 2, 3 … within the conversation. */
  readonly position: WrittenOnce<bigint>
  readonly conversation_id: WrittenOnce<string>
  readonly role: WrittenOnce<Message['role']>
  readonly content: WrittenOnce<string>
  readonly reply_to: WrittenOnce<string | null>
  readonly status: MessageState['tag']
  /** Micro-tokens; null of a user's message. */
  readonly charged: bigint | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly created_at: WrittenOnce<Date>
}

export interface VideoJobsTable {
  /** Also the id of the operation, of its hold and of its charge. */
  readonly id: WrittenOnce<string>
  readonly user_id: WrittenOnce<string>
  readonly wallet: WrittenOnce<string>
  readonly model: WrittenOnce<string>
  /** These two of a video that was ordered in a conversation. */
  readonly conversation_id: WrittenOnce<string | null>
  readonly task: WrittenOnce<string | null>
  /** Micro-units of the wallet; exactly one of the two. */
  readonly price_per_second: WrittenOnce<bigint | null>
  readonly fixed_price: WrittenOnce<bigint | null>
  readonly tariff_version: WrittenOnce<string | null>
  readonly prompt: WrittenOnce<string>
  /** As asked. */
  readonly seconds: WrittenOnce<number>
  readonly size: WrittenOnce<string | null>
  readonly resolution: WrittenOnce<VideoResolution>
  readonly audio: WrittenOnce<boolean>
  readonly instance: WrittenOnce<string>
  readonly deployment: JsonColumn
  readonly upstream_job_id: string | null
  readonly attempts: ColumnType<unknown, string, string>
  readonly state: VideoState['tag']
  readonly progress: VideoProgress
  readonly finished_seconds: number | null
  readonly price: bigint | null
  readonly error_code: string | null
  readonly error_message: string | null
  readonly created_at: WrittenOnce<Date>
  readonly completed_at: Date | null
  readonly expires_at: Date | null
  /** When a worker last took it on itself. */
  readonly looked_at: Generated<Date | null>
  readonly claimed_at: Generated<Date | null>
}
