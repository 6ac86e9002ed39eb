{{/* The name of the chart. */}}
{{- define "berth.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" -}}
{{- end -}}

{{/* The name of the release's objects. */}}
{{- define "berth.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" -}}
{{- else if contains (include "berth.name" .) .Release.Name -}}
{{- .Release.Name | trunc 63 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "berth.name" .) | trunc 63 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- define "berth.selectorLabels" -}}
app.kubernetes.io/name: {{ include "berth.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/component: scheduler
{{- end -}}

{{- define "berth.labels" -}}
{{ include "berth.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (.Chart.Version | replace "+" "_") }}
{{- end -}}

{{- define "berth.serviceAccountName" -}}
{{- if .Values.serviceAccount.create -}}
{{- default (include "berth.fullname" .) .Values.serviceAccount.name -}}
{{- else -}}
{{- default "default" .Values.serviceAccount.name -}}
{{- end -}}
{{- end -}}

{{- define "berth.schedulerName" -}}
{{- default (ternary "default-scheduler" "berth-scheduler" (eq .Values.mode "replace")) .Values.schedulerName -}}
{{- end -}}

{{- define "berth.leaseName" -}}
{{- default (ternary "kube-scheduler" "berth-scheduler" (eq .Values.mode "replace")) .Values.leaderElection.leaseName -}}
{{- end -}}

{{- define "berth.leaseNamespace" -}}
{{- default (ternary "kube-system" .Release.Namespace (eq .Values.mode "replace")) .Values.leaderElection.leaseNamespace -}}
{{- end -}}

{{- define "berth.image" -}}
{{- if .Values.image.digest -}}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest -}}
{{- else -}}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) -}}
{{- end -}}
{{- end -}}

{{/* The KubeSchedulerConfiguration: the fields of the values, and those that the chart sets. */}}
{{- define "berth.configuration" -}}
{{- range $field := list "apiVersion" "kind" "leaderElection" -}}
{{- if hasKey $.Values.config $field -}}
{{- fail (printf "config.%s: the chart sets this field; use leaderElection of the chart's values instead of config.leaderElection, and remove config.apiVersion and config.kind" $field) -}}
{{- end -}}
{{- end -}}
{{- $election := dict "leaderElect" true "resourceName" (include "berth.leaseName" .) "resourceNamespace" (include "berth.leaseNamespace" .) "leaseDuration" .Values.leaderElection.leaseDuration "renewDeadline" .Values.leaderElection.renewDeadline "retryPeriod" .Values.leaderElection.retryPeriod -}}
{{- $set := dict "apiVersion" "kubescheduler.config.k8s.io/v1" "kind" "KubeSchedulerConfiguration" "leaderElection" $election -}}
{{- if not .Values.config.profiles -}}
{{- $_ := set $set "profiles" (list (dict "schedulerName" (include "berth.schedulerName" .))) -}}
{{- end -}}
{{- mergeOverwrite (deepCopy .Values.config) $set | toYaml -}}
{{- end -}}

{{/* Whether plugin jars are mounted. */}}
{{- define "berth.hasPlugins" -}}
{{- if or .Values.plugins.image .Values.plugins.volume -}}yes{{- end -}}
{{- end -}}

{{/* Whether there is a Service for the metrics. */}}
{{- define "berth.hasService" -}}
{{- if or .Values.service.enabled .Values.serviceMonitor.enabled -}}yes{{- end -}}
{{- end -}}
