CREATE TABLE "partner_sums" (
	"user_id" text NOT NULL,
	"invited_by" text NOT NULL,
	"level" smallint NOT NULL,
	"partners" integer NOT NULL,
	"turnover" numeric(38,18) NOT NULL,
	"bonus" numeric(38,18) NOT NULL,
	"accruals" numeric(38,18) NOT NULL,
	CONSTRAINT "partner_sums_user_id_invited_by_level_pk" PRIMARY KEY("user_id","invited_by","level")
);
--> statement-breakpoint
CREATE TABLE "partners" (
	"user_id" text NOT NULL,
	"partner_id" text NOT NULL,
	"invited_by" text NOT NULL,
	"level" smallint NOT NULL,
	"login_key" text NOT NULL,
	"registered_at" timestamp (3) with time zone NOT NULL,
	"turnover" numeric(38,18) DEFAULT '0' NOT NULL,
	"bonus" numeric(38,18) DEFAULT '0' NOT NULL,
	"accruals" numeric(38,18) DEFAULT '0' NOT NULL,
	"held" numeric(38,18) DEFAULT '0' NOT NULL,
	"invited" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "partners_user_id_partner_id_pk" PRIMARY KEY("user_id","partner_id")
);
--> statement-breakpoint
CREATE INDEX "partners_partner_index" ON "partners" USING btree ("partner_id");--> statement-breakpoint
CREATE INDEX "partners_invited_by_index" ON "partners" USING btree ("user_id","invited_by","registered_at");--> statement-breakpoint
CREATE UNIQUE INDEX "partners_login_unique" ON "partners" USING btree ("user_id","login_key");--> statement-breakpoint
CREATE INDEX "partners_level_index" ON "partners" USING btree ("user_id","level","login_key");--> statement-breakpoint
CREATE INDEX "partners_level_registered_index" ON "partners" USING btree ("user_id","level","registered_at","login_key");--> statement-breakpoint
CREATE INDEX "partners_registered_index" ON "partners" USING btree ("user_id","registered_at","login_key");--> statement-breakpoint
CREATE INDEX "partners_turnover_index" ON "partners" USING btree ("user_id","turnover","login_key");--> statement-breakpoint
CREATE INDEX "partners_bonus_index" ON "partners" USING btree ("user_id","bonus","login_key");--> statement-breakpoint
CREATE INDEX "partners_accruals_index" ON "partners" USING btree ("user_id","accruals","login_key");--> statement-breakpoint
CREATE INDEX "partners_invited_index" ON "partners" USING btree ("user_id","invited","login_key");--> statement-breakpoint
-- The sums follow the rows.
create function keep_partner_sums() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into partner_sums as sums (user_id, invited_by, level, partners, turnover, bonus, accruals)
      select user_id, of, level, count(*), sum(turnover), sum(bonus), sum(accruals)
      from gained, lateral (select user_id as of union select invited_by) as groups
      group by user_id, of, level order by user_id, of, level
    on conflict (user_id, invited_by, level) do update set
      partners = sums.partners + excluded.partners, turnover = sums.turnover + excluded.turnover,
      bonus = sums.bonus + excluded.bonus, accruals = sums.accruals + excluded.accruals;
  else
    update partner_sums as sums set
      turnover = sums.turnover + changed.turnover, bonus = sums.bonus + changed.bonus,
      accruals = sums.accruals + changed.accruals
    from (
      select user_id, of, level, sum(gained.turnover - lost.turnover) as turnover, sum(gained.bonus - lost.bonus) as bonus,
        sum(gained.accruals - lost.accruals) as accruals
      from gained join lost using (user_id, partner_id, invited_by, level),
        lateral (select user_id as of union select invited_by) as groups
      where (gained.turnover, gained.bonus, gained.accruals) <> (lost.turnover, lost.bonus, lost.accruals)
      group by user_id, of, level
    ) as changed
    where sums.user_id = changed.user_id and sums.invited_by = changed.of and sums.level = changed.level;
  end if;
  return null;
end
$$;--> statement-breakpoint
create trigger partners_keep_sums_insert after insert on partners
  referencing new table as gained for each statement execute function keep_partner_sums();--> statement-breakpoint
create trigger partners_keep_sums_update after update on partners
  referencing old table as lost new table as gained for each statement execute function keep_partner_sums();--> statement-breakpoint
-- A new investor is a partner of the inviter, and of two above. Nobody's inviter changes.
create function keep_new_partner() returns trigger language plpgsql as $$
begin
  insert into partners (user_id, partner_id, invited_by, level, login_key, registered_at, turnover)
    with recursive above as (
      select new.inviter_id as id, 1 as level
      union all
      select users.inviter_id, level + 1 from above join users on users.id = above.id
      where level < 3 and users.inviter_id is not null
    )
    select id, new.id, new.inviter_id, level, lower(new.login), new.registered_at, new.own_turnover from above;
  update partners set invited = invited + 1 where partner_id = new.inviter_id and level < 3;
  return null;
end
$$;--> statement-breakpoint
create trigger users_keep_new_partner after insert on users
  for each row when (new.inviter_id is not null) execute function keep_new_partner();--> statement-breakpoint
create function keep_partner() returns trigger language plpgsql as $$
begin
  update partners set login_key = lower(new.login), turnover = new.own_turnover where partner_id = new.id;
  return null;
end
$$;--> statement-breakpoint
create trigger users_keep_partner after update on users
  for each row when (
    new.inviter_id is not null and (new.login, new.own_turnover) is distinct from (old.login, old.own_turnover)
  ) execute function keep_partner();--> statement-breakpoint
create function keep_partner_rewards() returns trigger language plpgsql as $$
begin
  update partners set
    bonus = partners.bonus + changed.bonus, accruals = partners.accruals + changed.accruals, held = partners.held + changed.held
  from (
    select entry.user_id, entry.source_user_id, coalesce(sum(line.amount) filter (where line.type = 'referral'), 0) as bonus,
      sum(line.amount) as accruals, coalesce(sum(line.amount) filter (where line.account = 'rewards_held'), 0) as held
    from gained as line join ledger_entries as entry on entry.id = line.entry_id and entry.user_id = line.user_id
    where line.type in ('referral', 'matching') and entry.source_user_id is not null
    group by entry.user_id, entry.source_user_id
  ) as changed
  where partners.user_id = changed.user_id and partners.partner_id = changed.source_user_id;
  return null;
end
$$;--> statement-breakpoint
create trigger ledger_lines_keep_rewards after insert on ledger_lines
  referencing new table as gained for each statement execute function keep_partner_rewards();--> statement-breakpoint
-- What was there before. The triggers above have locked both tables against writers: nothing is missed between.
insert into partners (user_id, partner_id, invited_by, level, login_key, registered_at, turnover, bonus, accruals, held, invited)
  with recursive tree as (
    select inviter_id as user_id, id, inviter_id, 1 as level from users where inviter_id is not null
    union all
    select users.inviter_id, tree.id, tree.inviter_id, level + 1 from tree join users on users.id = tree.user_id
    where level < 3 and users.inviter_id is not null
  ),
  rewards as (
    select entry.user_id, entry.source_user_id, coalesce(sum(line.amount) filter (where line.type = 'referral'), 0) as bonus,
      sum(line.amount) as accruals, coalesce(sum(line.amount) filter (where line.account = 'rewards_held'), 0) as held
    from ledger_entries as entry join ledger_lines as line on line.entry_id = entry.id and line.user_id = entry.user_id
    where entry.source_user_id is not null group by entry.user_id, entry.source_user_id
  ),
  below as (select inviter_id, count(*) as invited from users where inviter_id is not null group by inviter_id)
  select tree.user_id, tree.id, tree.inviter_id, level, lower(login), registered_at, own_turnover, coalesce(bonus, 0),
    coalesce(accruals, 0), coalesce(held, 0), case when level < 3 then coalesce(invited, 0) else 0 end
  from tree join users on users.id = tree.id
    left join rewards on rewards.user_id = tree.user_id and rewards.source_user_id = tree.id
    left join below on below.inviter_id = tree.id;
