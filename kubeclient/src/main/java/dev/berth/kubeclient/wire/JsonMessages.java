package dev.berth.kubeclient.wire;

import dev.berth.model.Kind;

import java.util.Map;
import java.util.Objects;

/// The messages that are converted to JSON: volumes, because plugins read their sources, the
/// statuses of resource claims in pods, because they are compared as text, and the objects of
/// dynamic resource allocation, whose many small messages do not need a reader of their own.
///
/// A field consists of its number, its name, when it is written, and its type. `!` is always
/// written, even if it is zero; `~` unless it is zero; `?` if it is present; `*` if it is present,
/// and otherwise as null. Lists end in `[]`, maps in `{}`. The fields of a message with `+` are
/// inlined into its parent. The fields are in the order in which the API server writes them.
final class JsonMessages {
    private static final Map<String, MessageToJson> ALL =
            MessageToJson.parse(
                    """
                    Volume: 1 name!text, 2 +VolumeSource
                    VolumeSource: 1 hostPath?HostPathVolumeSource, 2 emptyDir?EmptyDirVolumeSource,
                       3 gcePersistentDisk?GCEPersistentDiskVolumeSource,
                       4 awsElasticBlockStore?AWSElasticBlockStoreVolumeSource,
                       5 gitRepo?GitRepoVolumeSource, 6 secret?SecretVolumeSource,
                       7 nfs?NFSVolumeSource, 8 iscsi?ISCSIVolumeSource,
                       9 glusterfs?GlusterfsVolumeSource,
                       10 persistentVolumeClaim?PersistentVolumeClaimVolumeSource,
                       11 rbd?RBDVolumeSource, 12 flexVolume?FlexVolumeSource,
                       13 cinder?CinderVolumeSource, 14 cephfs?CephFSVolumeSource,
                       15 flocker?FlockerVolumeSource, 16 downwardAPI?DownwardAPIVolumeSource,
                       17 fc?FCVolumeSource, 18 azureFile?AzureFileVolumeSource,
                       19 configMap?ConfigMapVolumeSource,
                       20 vsphereVolume?VsphereVirtualDiskVolumeSource, 21 quobyte?QuobyteVolumeSource,
                       22 azureDisk?AzureDiskVolumeSource,
                       23 photonPersistentDisk?PhotonPersistentDiskVolumeSource,
                       26 projected?ProjectedVolumeSource, 24 portworxVolume?PortworxVolumeSource,
                       25 scaleIO?ScaleIOVolumeSource, 27 storageos?StorageOSVolumeSource,
                       28 csi?CSIVolumeSource, 29 ephemeral?EphemeralVolumeSource,
                       30 image?ImageVolumeSource
                    HostPathVolumeSource: 1 path!text, 2 type?text
                    EmptyDirVolumeSource: 1 medium~text, 2 sizeLimit?quantity, 3 mode?int
                    GCEPersistentDiskVolumeSource: 1 pdName!text, 2 fsType~text, 3 partition~int,
                       4 readOnly~bool
                    AWSElasticBlockStoreVolumeSource: 1 volumeID!text, 2 fsType~text, 3 partition~int,
                       4 readOnly~bool
                    GitRepoVolumeSource: 1 repository!text, 2 revision~text, 3 directory~text
                    SecretVolumeSource: 1 secretName~text, 2 items~KeyToPath[], 3 defaultMode?int,
                       4 optional?bool, 5 defaultUser?int
                    KeyToPath: 1 key!text, 2 path!text, 3 mode?int, 4 user?int
                    NFSVolumeSource: 1 server!text, 2 path!text, 3 readOnly~bool
                    ISCSIVolumeSource: 1 targetPortal!text, 2 iqn!text, 3 lun!int,
                       4 iscsiInterface~text, 5 fsType~text, 6 readOnly~bool, 7 portals~text[],
                       8 chapAuthDiscovery~bool, 11 chapAuthSession~bool,
                       10 secretRef?LocalObjectReference, 12 initiatorName?text
                    LocalObjectReference: 1 name~text
                    GlusterfsVolumeSource: 1 endpoints!text, 2 path!text, 3 readOnly~bool
                    PersistentVolumeClaimVolumeSource: 1 claimName!text, 2 readOnly~bool
                    RBDVolumeSource: 1 monitors!text[], 2 image!text, 3 fsType~text, 4 pool~text,
                       5 user~text, 6 keyring~text, 7 secretRef?LocalObjectReference, 8 readOnly~bool
                    FlexVolumeSource: 1 driver!text, 2 fsType~text, 3 secretRef?LocalObjectReference,
                       4 readOnly~bool, 5 options~text{}
                    CinderVolumeSource: 1 volumeID!text, 2 fsType~text, 3 readOnly~bool,
                       4 secretRef?LocalObjectReference
                    CephFSVolumeSource: 1 monitors!text[], 2 path~text, 3 user~text, 4 secretFile~text,
                       5 secretRef?LocalObjectReference, 6 readOnly~bool
                    FlockerVolumeSource: 1 datasetName~text, 2 datasetUUID~text
                    DownwardAPIVolumeSource: 1 items~DownwardAPIVolumeFile[], 2 defaultMode?int,
                       3 defaultUser?int
                    DownwardAPIVolumeFile: 1 path!text, 2 fieldRef?ObjectFieldSelector,
                       3 resourceFieldRef?ResourceFieldSelector, 4 mode?int, 5 user?int
                    ObjectFieldSelector: 1 apiVersion~text, 2 fieldPath!text
                    ResourceFieldSelector: 1 containerName~text, 2 resource!text, 3 divisor!quantity
                    FCVolumeSource: 1 targetWWNs~text[], 2 lun?int, 3 fsType~text, 4 readOnly~bool,
                       5 wwids~text[]
                    AzureFileVolumeSource: 1 secretName!text, 2 shareName!text, 3 readOnly~bool
                    ConfigMapVolumeSource: 1 +LocalObjectReference, 2 items~KeyToPath[],
                       3 defaultMode?int, 4 optional?bool, 5 defaultUser?int
                    VsphereVirtualDiskVolumeSource: 1 volumePath!text, 2 fsType~text,
                       3 storagePolicyName~text, 4 storagePolicyID~text
                    QuobyteVolumeSource: 1 registry!text, 2 volume!text, 3 readOnly~bool, 4 user~text,
                       5 group~text, 6 tenant~text
                    AzureDiskVolumeSource: 1 diskName!text, 2 diskURI!text, 3 cachingMode?text,
                       4 fsType?text, 5 readOnly?bool, 6 kind?text
                    PhotonPersistentDiskVolumeSource: 1 pdID!text, 2 fsType~text
                    ProjectedVolumeSource: 1 sources!VolumeProjection[], 2 defaultMode?int,
                       3 defaultUser?int
                    VolumeProjection: 1 secret?SecretProjection, 2 downwardAPI?DownwardAPIProjection,
                       3 configMap?ConfigMapProjection,
                       4 serviceAccountToken?ServiceAccountTokenProjection,
                       5 clusterTrustBundle?ClusterTrustBundleProjection,
                       6 podCertificate?PodCertificateProjection
                    SecretProjection: 1 +LocalObjectReference, 2 items~KeyToPath[], 4 optional?bool
                    DownwardAPIProjection: 1 items~DownwardAPIVolumeFile[]
                    ConfigMapProjection: 1 +LocalObjectReference, 2 items~KeyToPath[], 4 optional?bool
                    ServiceAccountTokenProjection: 1 audience~text, 2 expirationSeconds?int, 3 path!text,
                       4 user?int
                    ClusterTrustBundleProjection: 1 name?text, 2 signerName?text,
                       3 labelSelector?LabelSelector, 5 optional?bool, 4 path!text, 6 user?int
                    LabelSelector: 1 matchLabels~text{}, 2 matchExpressions~LabelSelectorRequirement[]
                    LabelSelectorRequirement: 1 key!text, 2 operator!text, 3 values~text[]
                    PodCertificateProjection: 1 signerName~text, 2 keyType~text,
                       3 maxExpirationSeconds?int, 4 credentialBundlePath~text, 5 keyPath~text,
                       6 certificateChainPath~text, 7 userAnnotations~text{}, 8 user?int
                    PortworxVolumeSource: 1 volumeID!text, 2 fsType~text, 3 readOnly~bool
                    ScaleIOVolumeSource: 1 gateway!text, 2 system!text,
                       3 secretRef*LocalObjectReference, 4 sslEnabled~bool, 5 protectionDomain~text,
                       6 storagePool~text, 7 storageMode~text, 8 volumeName~text, 9 fsType~text,
                       10 readOnly~bool
                    StorageOSVolumeSource: 1 volumeName~text, 2 volumeNamespace~text, 3 fsType~text,
                       4 readOnly~bool, 5 secretRef?LocalObjectReference
                    CSIVolumeSource: 1 driver!text, 2 readOnly?bool, 3 fsType?text,
                       4 volumeAttributes~text{}, 5 nodePublishSecretRef?LocalObjectReference
                    EphemeralVolumeSource: 1 volumeClaimTemplate?PersistentVolumeClaimTemplate
                    PersistentVolumeClaimTemplate: 1 metadata!ObjectMeta,
                       2 spec!PersistentVolumeClaimSpec
                    ObjectMeta: 1 name~text, 2 generateName~text, 3 namespace~text, 4 selfLink~text,
                       5 uid~text, 6 resourceVersion~text, 7 generation~int, 8 creationTimestamp~time,
                       9 deletionTimestamp?time, 10 deletionGracePeriodSeconds?int, 11 labels~text{},
                       12 annotations~text{}, 13 ownerReferences~OwnerReference[], 14 finalizers~text[]
                    OwnerReference: 5 apiVersion!text, 1 kind!text, 3 name!text, 4 uid!text,
                       6 controller?bool, 7 blockOwnerDeletion?bool
                    PersistentVolumeClaimSpec: 1 accessModes~text[], 4 selector?LabelSelector,
                       2 resources!VolumeResourceRequirements, 3 volumeName~text,
                       5 storageClassName?text, 6 volumeMode?text,
                       7 dataSource?TypedLocalObjectReference, 8 dataSourceRef?TypedObjectReference,
                       9 volumeAttributesClassName?text
                    VolumeResourceRequirements: 1 limits~quantity{}, 2 requests~quantity{}
                    TypedLocalObjectReference: 1 apiGroup*text, 2 kind!text, 3 name!text
                    TypedObjectReference: 1 apiGroup*text, 2 kind!text, 3 name!text, 4 namespace?text
                    PersistentVolumeSource:
                       1 gcePersistentDisk?GCEPersistentDiskVolumeSource,
                       2 awsElasticBlockStore?AWSElasticBlockStoreVolumeSource,
                       3 hostPath?HostPathVolumeSource, 4 glusterfs?GlusterfsPersistentVolumeSource,
                       5 nfs?NFSVolumeSource, 6 rbd?RBDPersistentVolumeSource,
                       7 iscsi?ISCSIPersistentVolumeSource, 8 cinder?CinderPersistentVolumeSource,
                       9 cephfs?CephFSPersistentVolumeSource, 10 fc?FCVolumeSource,
                       11 flocker?FlockerVolumeSource, 12 flexVolume?FlexPersistentVolumeSource,
                       13 azureFile?AzureFilePersistentVolumeSource,
                       14 vsphereVolume?VsphereVirtualDiskVolumeSource,
                       15 quobyte?QuobyteVolumeSource, 16 azureDisk?AzureDiskVolumeSource,
                       17 photonPersistentDisk?PhotonPersistentDiskVolumeSource,
                       18 portworxVolume?PortworxVolumeSource,
                       19 scaleIO?ScaleIOPersistentVolumeSource, 20 local?LocalVolumeSource,
                       21 storageos?StorageOSPersistentVolumeSource, 22 csi?CSIPersistentVolumeSource
                    GlusterfsPersistentVolumeSource: 1 endpoints!text, 2 path!text, 3 readOnly~bool,
                       4 endpointsNamespace?text
                    RBDPersistentVolumeSource: 1 monitors!text[], 2 image!text, 3 fsType~text,
                       4 pool~text, 5 user~text, 6 keyring~text, 7 secretRef?SecretReference,
                       8 readOnly~bool
                    SecretReference: 1 name~text, 2 namespace~text
                    ISCSIPersistentVolumeSource: 1 targetPortal!text, 2 iqn!text, 3 lun!int,
                       4 iscsiInterface~text, 5 fsType~text, 6 readOnly~bool, 7 portals~text[],
                       8 chapAuthDiscovery~bool, 11 chapAuthSession~bool,
                       10 secretRef?SecretReference, 12 initiatorName?text
                    CinderPersistentVolumeSource: 1 volumeID!text, 2 fsType~text, 3 readOnly~bool,
                       4 secretRef?SecretReference
                    CephFSPersistentVolumeSource: 1 monitors!text[], 2 path~text, 3 user~text,
                       4 secretFile~text, 5 secretRef?SecretReference, 6 readOnly~bool
                    FlexPersistentVolumeSource: 1 driver!text, 2 fsType~text,
                       3 secretRef?SecretReference, 4 readOnly~bool, 5 options~text{}
                    AzureFilePersistentVolumeSource: 1 secretName!text, 2 shareName!text,
                       3 readOnly~bool, 4 secretNamespace*text
                    ScaleIOPersistentVolumeSource: 1 gateway!text, 2 system!text,
                       3 secretRef*SecretReference, 4 sslEnabled~bool, 5 protectionDomain~text,
                       6 storagePool~text, 7 storageMode~text, 8 volumeName~text, 9 fsType~text,
                       10 readOnly~bool
                    LocalVolumeSource: 1 path!text, 2 fsType?text
                    StorageOSPersistentVolumeSource: 1 volumeName~text, 2 volumeNamespace~text,
                       3 fsType~text, 4 readOnly~bool, 5 secretRef?ObjectReference
                    ObjectReference: 1 kind~text, 2 namespace~text, 3 name~text, 4 uid~text,
                       5 apiVersion~text, 6 resourceVersion~text, 7 fieldPath~text
                    CSIPersistentVolumeSource: 1 driver!text, 2 volumeHandle!text, 3 readOnly~bool,
                       4 fsType~text, 5 volumeAttributes~text{},
                       6 controllerPublishSecretRef?SecretReference,
                       7 nodeStageSecretRef?SecretReference, 8 nodePublishSecretRef?SecretReference,
                       9 controllerExpandSecretRef?SecretReference,
                       10 nodeExpandSecretRef?SecretReference
                    ImageVolumeSource: 1 reference~text, 2 pullPolicy~text
                    PodResourceClaimStatus: 1 name!text, 2 resourceClaimName?text
                    PodExtendedResourceClaimStatus:
                       1 requestMappings!ContainerExtendedResourceRequest[], 2 resourceClaimName!text
                    ContainerExtendedResourceRequest: 1 containerName!text, 2 resourceName!text,
                       3 requestName!text
                    ResourceClaim: 1 metadata!ObjectMeta, 2 spec!ResourceClaimSpec,
                       3 status?ResourceClaimStatus
                    ResourceClaimSpec: 1 devices!DeviceClaim
                    DeviceClaim: 1 requests~DeviceRequest[], 2 constraints~DeviceConstraint[],
                       3 config~DeviceClaimConfiguration[]
                    DeviceRequest: 1 name!text, 2 exactly?ExactDeviceRequest,
                       3 firstAvailable~DeviceSubRequest[]
                    ExactDeviceRequest: 1 deviceClassName!text, 2 selectors~DeviceSelector[],
                       3 allocationMode~text, 4 count~int, 5 adminAccess?bool,
                       6 tolerations~DeviceToleration[], 7 capacity?CapacityRequirements,
                       8 derivedAttributes~DeviceDerivedAttribute[]
                    DeviceSubRequest: 1 name!text, 2 deviceClassName!text,
                       3 selectors~DeviceSelector[], 4 allocationMode~text, 5 count~int,
                       6 tolerations~DeviceToleration[], 7 capacity?CapacityRequirements,
                       8 derivedAttributes~DeviceDerivedAttribute[]
                    DeviceSelector: 1 cel?CELDeviceSelector
                    CELDeviceSelector: 1 expression!text
                    DeviceToleration: 1 key~text, 2 operator~text, 3 value~text, 4 effect~text,
                       5 tolerationSeconds?int
                    CapacityRequirements: 1 requests~quantity{}
                    DeviceDerivedAttribute: 1 name!text, 2 expression!text
                    DeviceConstraint: 1 requests~text[], 2 matchAttribute?text,
                       3 distinctAttribute?text
                    DeviceClaimConfiguration: 1 requests~text[], 2 +DeviceConfiguration
                    DeviceConfiguration: 1 opaque?OpaqueDeviceConfiguration
                    OpaqueDeviceConfiguration: 1 driver!text, 2 parameters!raw
                    ResourceClaimStatus: 1 allocation?AllocationResult,
                       2 reservedFor~ResourceClaimConsumerReference[],
                       4 devices~AllocatedDeviceStatus[]
                    AllocationResult: 1 devices!DeviceAllocationResult, 3 nodeSelector?NodeSelector,
                       5 allocationTimestamp?time
                    DeviceAllocationResult: 1 results~DeviceRequestAllocationResult[],
                       2 config~DeviceAllocationConfiguration[]
                    DeviceRequestAllocationResult: 1 request!text, 2 driver!text, 3 pool!text,
                       4 device!text, 5 adminAccess?bool, 6 tolerations~DeviceToleration[],
                       7 bindingConditions~text[], 8 bindingFailureConditions~text[],
                       9 shareID?text, 10 consumedCapacity~quantity{}, 11 skipNodeOperations~text[]
                    DeviceAllocationConfiguration: 1 source!text, 2 requests~text[],
                       3 +DeviceConfiguration
                    NodeSelector: 1 nodeSelectorTerms!NodeSelectorTerm[]
                    NodeSelectorTerm: 1 matchExpressions~NodeSelectorRequirement[],
                       2 matchFields~NodeSelectorRequirement[]
                    NodeSelectorRequirement: 1 key!text, 2 operator!text, 3 values~text[]
                    ResourceClaimConsumerReference: 1 apiGroup~text, 3 resource!text, 4 name!text,
                       5 uid!text
                    AllocatedDeviceStatus: 1 driver!text, 2 pool!text, 3 device!text, 7 shareID?text,
                       4 conditions~Condition[], 5 data?raw, 6 networkData?NetworkDeviceData
                    Condition: 1 type!text, 2 status!text, 3 observedGeneration~int,
                       4 lastTransitionTime!time, 5 reason!text, 6 message!text
                    NetworkDeviceData: 1 interfaceName~text, 2 ips~text[], 3 hardwareAddress~text
                    ResourceSlice: 1 metadata!ObjectMeta, 2 spec!ResourceSliceSpec
                    ResourceSliceSpec: 1 driver!text, 2 pool!ResourcePool, 3 nodeName?text,
                       4 nodeSelector?NodeSelector, 5 allNodes?bool, 6 devices~Device[],
                       7 perDeviceNodeSelection?bool, 8 sharedCounters~CounterSet[],
                       10 skipNodeOperations~text[]
                    ResourcePool: 1 name!text, 2 generation!int, 3 resourceSliceCount!int
                    Device: 1 name!text, 2 attributes~DeviceAttribute{}, 3 capacity~DeviceCapacity{},
                       4 consumesCounters~DeviceCounterConsumption[], 5 nodeName?text,
                       6 nodeSelector?NodeSelector, 7 allNodes?bool, 8 taints~DeviceTaint[],
                       9 bindsToNode?bool, 10 bindingConditions~text[],
                       11 bindingFailureConditions~text[], 12 allowMultipleAllocations?bool
                    DeviceAttribute: 2 int?int, 3 bool?bool, 4 string?text, 5 version?text,
                       6 ints~int[], 7 bools~bool[], 8 strings~text[], 9 versions~text[]
                    DeviceCapacity: 1 value!quantity, 2 requestPolicy?CapacityRequestPolicy
                    CapacityRequestPolicy: 1 default?quantity, 3 validValues~quantity[],
                       4 validRange?CapacityRequestPolicyRange
                    CapacityRequestPolicyRange: 1 min?quantity, 2 max?quantity, 3 step?quantity
                    DeviceCounterConsumption: 1 counterSet!text, 2 counters!Counter{},
                       3 compatibilityGroups~text[]
                    CounterSet: 1 name!text, 2 counters!Counter{}
                    Counter: 1 value!quantity
                    DeviceTaint: 1 key!text, 2 value~text, 3 effect!text, 4 timeAdded?time
                    DeviceClass: 1 metadata!ObjectMeta, 2 spec!DeviceClassSpec
                    DeviceClassSpec: 1 selectors~DeviceSelector[],
                       2 config~DeviceClassConfiguration[], 4 extendedResourceName?text
                    DeviceClassConfiguration: 1 +DeviceConfiguration
                    DeviceTaintRule: 1 metadata!ObjectMeta, 2 spec!DeviceTaintRuleSpec
                    DeviceTaintRuleSpec: 1 deviceSelector?DeviceTaintSelector, 2 taint!DeviceTaint
                    DeviceTaintSelector: 2 driver?text, 3 pool?text, 4 device?text
                    """);

    static final MessageToJson VOLUME = tree("Volume");
    static final MessageToJson VOLUME_SOURCE = tree("VolumeSource");
    static final MessageToJson PERSISTENT_VOLUME_SOURCE = tree("PersistentVolumeSource");
    static final MessageToJson CLAIM_STATUS = tree("PodResourceClaimStatus");
    static final MessageToJson EXTENDED_CLAIM_STATUS = tree("PodExtendedResourceClaimStatus");

    /// The objects of dynamic resource allocation.
    static final Map<Kind, MessageToJson> DEVICE_OBJECTS =
            Map.of(
                    Kind.RESOURCE_CLAIM,
                    tree("ResourceClaim"),
                    Kind.RESOURCE_SLICE,
                    tree("ResourceSlice"),
                    Kind.DEVICE_CLASS,
                    tree("DeviceClass"),
                    Kind.DEVICE_TAINT_RULE,
                    tree("DeviceTaintRule"));

    private JsonMessages() {}

    /// Returns every message by its name.
    static Map<String, MessageToJson> all() {
        return ALL;
    }

    private static MessageToJson tree(String name) {
        return Objects.requireNonNull(ALL.get(name));
    }
}
