-- Chains the trail of decisions: each record has a hash over itself and the hash before it, so that whoever changes or
-- removes one has to make all later hashes anew. The chain is in the order of commits. A deferred trigger appends to it
-- when everything else of a transaction is done, so that its lock is held for the commit alone and nothing is locked
-- after it.

create function audit_field(field text) returns text language sql immutable as $$
  select case when field is null then '-' else octet_length(field) || ':' || field end
$$;
--> statement-breakpoint
create function audit_hash(link_position bigint, previous text, record audit_records) returns text
language sql immutable as $$
  select encode(sha256(convert_to(
    audit_field(previous) || audit_field(link_position::text) || audit_field(record.id) || audit_field(record.actor_id)
      || audit_field(record.action) || audit_field(record.subject_kind) || audit_field(record.subject_id)
      || audit_field(record.reason)
      || audit_field(to_char(record.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
      || audit_field(record.address) || audit_field(record.device)
      || audit_field(record.before::text) || audit_field(record.after::text),
    'UTF8')), 'hex')
$$;
--> statement-breakpoint
create function audit_chain_append(record audit_records) returns void language plpgsql as $$
declare
  head audit_chain%rowtype;
begin
  perform pg_advisory_xact_lock(7316405224);
  select * into head from audit_chain order by position desc limit 1;
  insert into audit_chain (position, record_id, hash) values (
    coalesce(head.position, 0) + 1,
    record.id,
    audit_hash(coalesce(head.position, 0) + 1, head.hash, record)
  );
end
$$;
--> statement-breakpoint
create function audit_record_is_chained() returns trigger language plpgsql as $$
begin
  perform audit_chain_append(new);
  return null;
end
$$;
--> statement-breakpoint
-- The records from before the chain, in the order of their time.
do $$
declare
  record audit_records%rowtype;
begin
  for record in select * from audit_records order by created_at, id loop
    perform audit_chain_append(record);
  end loop;
end
$$;
--> statement-breakpoint
create constraint trigger audit_records_chained after insert on audit_records
  deferrable initially deferred for each row execute function audit_record_is_chained();
--> statement-breakpoint
create trigger audit_chain_append_only before update or delete or truncate on audit_chain
  for each statement execute function audit_is_append_only();
